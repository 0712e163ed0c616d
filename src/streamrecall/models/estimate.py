"""What a batch of calls will cost, from what earlier calls of the same model cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from streamrecall.models.call_key import model_call
from streamrecall.models.ledger import CallLedger
from streamrecall.records import ChatRequest

CHARACTERS_PER_TOKEN = 4.0  # until the model has answered a call that tells better


@dataclass(frozen=True, slots=True)
class Estimate:
    """The cost of a batch.

    Attributes:
        calls: Different calls of the batch.
        stored: Those the ledger already holds; they cost nothing.
        tokens_in: Prompt tokens to be paid.
        tokens_out: Reply tokens to be paid: the mean of earlier replies, or the limit where there are none.
        seconds: Expected time, or None where the model has never been called.
    """

    model: str
    calls: int
    stored: int
    tokens_in: int
    tokens_out: int
    seconds: float | None

    def __str__(self) -> str:
        time = (
            "unknown (first calls of this model)" if self.seconds is None else f"about {self.seconds:,.0f} s"
        )
        return (
            f"{self.model}: {self.calls:,} calls, {self.stored:,} of them stored; to pay: "
            f"{self.calls - self.stored:,} calls, {self.tokens_in:,} tokens in, "
            f"{self.tokens_out:,} tokens out, {time}"
        )


def estimate_calls(
    ledger: CallLedger,
    model: str,
    revision: str,
    requests: Sequence[ChatRequest],
    *,
    kind: str = "chat",
    concurrency: int = 1,
    count_tokens: Callable[[str], int] | None = None,
) -> Estimate:
    """Estimate what ``requests`` will cost.

    Args:
        ledger: Knows what is stored and what earlier calls cost.
        model: The model's name in the ledger.
        revision: Its revision there.
        requests: The batch.
        kind: The kind of the calls.
        concurrency: Calls that the engine keeps in flight; 1 where seconds are already shares of a batch.
        count_tokens: Counts prompt tokens; without it four characters count as one.
    """
    by_key = {model_call(model, revision, request, kind).key: request for request in requests}
    stored = ledger.find(by_key)
    missing = [request for key, request in by_key.items() if key not in stored]
    with ledger.reading() as connection:
        answered, seconds, tokens_out = connection.execute(
            "SELECT count(*), avg(seconds), avg(tokens_out) FROM calls"
            " WHERE kind = ? AND model = ? AND state = 'answered'",
            (kind, model),
        ).fetchone()
    limits = sum(request.sampling.max_tokens for request in missing)
    return Estimate(
        model=model,
        calls=len(by_key),
        stored=len(stored),
        tokens_in=sum(_prompt_tokens(request, count_tokens) for request in missing),
        tokens_out=min(limits, round(tokens_out * len(missing))) if answered else limits,
        seconds=seconds * len(missing) / concurrency if answered else None,
    )


def _prompt_tokens(request: ChatRequest, count_tokens: Callable[[str], int] | None) -> int:
    text = "\n".join(message.content for message in request.messages)
    return round(len(text) / CHARACTERS_PER_TOKEN) if count_tokens is None else count_tokens(text)
