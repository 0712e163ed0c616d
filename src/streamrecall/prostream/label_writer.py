"""Short labels from a chat model, with an account of the calls: what both model distillers share."""

from __future__ import annotations

from collections.abc import Sequence

from streamrecall.errors import ModelError
from streamrecall.ports import ChatModel
from streamrecall.records import ChatRequest, Provenance, Sampling, one_line

_QUOTES = "\"'\u201c\u201d "


class LabelWriter:
    """Asks for labels in batches and adds up what they took.

    Args:
        model: Any chat model; put the call ledger before it, and a rerun costs nothing.
        prompt_hash: Identifies the prompts of all labels.
        sampling: How all of them are decoded.
    """

    def __init__(self, model: ChatModel, prompt_hash: str, sampling: Sampling) -> None:
        self.model = model
        self.prompt_hash = prompt_hash
        self._sampling = sampling
        self._calls = self._tokens_in = self._tokens_out = 0
        self._seconds = 0.0

    def write(self, requests: Sequence[ChatRequest]) -> list[str]:
        """Return one line per request, without the quotation marks that models like to put around it.

        Raises:
            ModelError: If the model gave no answer to one of them.
        """
        labels = []
        for reply in self.model.complete(requests):
            if not reply.answered:
                raise ModelError(f"{self.model.name} gave no answer ({reply.finish_reason}): {reply.error}")
            self._calls += 1
            self._tokens_in += reply.tokens_in
            self._tokens_out += reply.tokens_out
            self._seconds += reply.seconds
            labels.append(one_line(reply.text).strip(_QUOTES))
        return labels

    def take_provenance(self) -> Provenance:
        """Return what made every label since the last time this was asked."""
        made = Provenance(
            model=self.model.name,
            revision=self.model.revision,
            prompt_hash=self.prompt_hash,
            tokens_in=self._tokens_in,
            tokens_out=self._tokens_out,
            seconds=self._seconds,
            parameters={"temperature": self._sampling.temperature, "calls": self._calls},
        )
        self._calls = self._tokens_in = self._tokens_out = 0
        self._seconds = 0.0
        return made
