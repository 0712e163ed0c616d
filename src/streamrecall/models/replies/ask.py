"""Ask a model for structured replies: read, retry with the error shown, or record the failure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from streamrecall.models.ledgered_model import LedgeredChatModel
from streamrecall.models.replies.failure import FailureBudget, ReplyError
from streamrecall.models.replies.read_json import ParseState
from streamrecall.models.replies.reply import ReplyT, read_reply
from streamrecall.ports import ChatModel
from streamrecall.records import ChatReply, ChatRequest, Message, Provenance, Sampling

RETRIES = 2
_REPLY_CHARACTERS_SHOWN = 4000


@dataclass(frozen=True, slots=True)
class Ask(Generic[ReplyT]):
    """A request, the reply it wants, and what that must fulfil beyond its fields.

    Attributes:
        check: Raises ValueError with what is wrong, in words fit to be shown to the model.
    """

    request: ChatRequest
    reply_type: type[ReplyT]
    check: Callable[[ReplyT], None] | None = None


@dataclass(frozen=True, slots=True)
class Answered(Generic[ReplyT]):
    """The outcome of an ask: a value, or why there is none.

    Attributes:
        value: The reply; None exactly where ``failure`` says why.
        calls: Calls it took, stored ones included.
        tokens_in: Prompt tokens of all of them.
        tokens_out: Reply tokens of all of them.
        seconds: Model time of all of them.
    """

    value: ReplyT | None
    failure: str = ""
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0

    def plus(self, other: Answered[Any]) -> Answered[ReplyT]:
        """Return this outcome with the calls, tokens and seconds of another one added."""
        return replace(
            self,
            calls=self.calls + other.calls,
            tokens_in=self.tokens_in + other.tokens_in,
            tokens_out=self.tokens_out + other.tokens_out,
            seconds=self.seconds + other.seconds,
        )

    def provenance(
        self, model: ChatModel, prompt_hash: str, sampling: Sampling, sample_index: int = 0
    ) -> Provenance:
        """Return what made it: the model, the prompt, how it decoded, and what it took.

        The seed is the one the engine was given: that of the sampling plus the sample's index.
        """
        return Provenance(
            model=model.name,
            revision=model.revision,
            prompt_hash=prompt_hash,
            seed=(sampling.seed or 0) + sample_index,
            tokens_in=self.tokens_in,
            tokens_out=self.tokens_out,
            seconds=self.seconds,
            parameters={"temperature": sampling.temperature, "calls": self.calls},
        )

    def require(self, what: str) -> ReplyT:
        """Return the value.

        Raises:
            ReplyError: If there is none; ``what`` names what was asked for.
        """
        if self.value is None:
            raise ReplyError(f"{what}: no usable reply after {self.calls} calls ({self.failure}).")
        return self.value


def ask_all(
    model: ChatModel,
    asks: Sequence[Ask[ReplyT]],
    *,
    retries: int = RETRIES,
    budget: FailureBudget | None = None,
) -> list[Answered[ReplyT]]:
    """Ask everything in one batch, then what failed again with its error shown, ``retries`` times.

    A reply that the token limit cut off is a failure, whatever can be read of it.

    Raises:
        TooManyFailures: If the budget is exceeded.
        ModelError: If the model cannot be reached.
    """
    outcomes: list[Answered[ReplyT]] = [Answered(None) for _ in asks]
    requests = [replace(ask.request, json_schema=ask.reply_type.json_schema()) for ask in asks]
    open_ = list(range(len(asks)))
    for attempt in range(retries + 1):
        asked = [requests[position] for position in open_]
        replies = model.complete(asked) if asked else []
        states, still_open = [], []
        for position, reply in zip(open_, replies, strict=True):
            value, failure, state = _read(reply, asks[position])
            states.append(state)
            outcomes[position] = _extended(outcomes[position], reply, value, failure)
            if failure and reply.answered and attempt < retries:
                requests[position] = _with_error(requests[position], asks[position].request, reply, failure)
                still_open.append(position)
        if isinstance(model, LedgeredChatModel):
            model.note_parse(asked, states)
        open_ = still_open
    if budget is not None:
        failures = [outcome.failure for outcome in outcomes if outcome.value is None]
        budget.record(len(outcomes), len(failures), failures[-1] if failures else "")
    return outcomes


def _read(reply: ChatReply, ask: Ask[ReplyT]) -> tuple[ReplyT | None, str, ParseState]:
    if not reply.answered:
        return None, f"{reply.finish_reason}: {reply.error}", ParseState.MALFORMED
    if reply.finish_reason == "length":
        limit = ask.request.sampling.max_tokens
        return None, f"the reply was cut off at its limit of {limit} tokens", ParseState.CUT_OFF
    try:
        value, state = read_reply(reply.text, ask.reply_type)
        if ask.check is not None:
            ask.check(value)
    except ValueError as error:
        return None, str(error), ParseState.MALFORMED
    return value, "", state


def _extended(
    outcome: Answered[ReplyT], reply: ChatReply, value: ReplyT | None, failure: str
) -> Answered[ReplyT]:
    return Answered(
        value,
        failure,
        outcome.calls + 1,
        outcome.tokens_in + reply.tokens_in,
        outcome.tokens_out + reply.tokens_out,
        outcome.seconds + reply.seconds,
    )


def _with_error(request: ChatRequest, first: ChatRequest, reply: ChatReply, failure: str) -> ChatRequest:
    """Return the first request again, with the latest reply and what was wrong with it."""
    shown = reply.text[:_REPLY_CHARACTERS_SHOWN] or "(empty)"
    correction = (
        f"That reply cannot be used: {failure}. Answer the request again, in the form it asks for. "
        "Reply with the JSON alone, complete and no longer than needed."
    )
    return replace(
        request,
        messages=(*first.messages, Message("assistant", shown), Message("user", correction)),
    )
