"""Leaves out what does not help among found passages, by rule or by a chat model (Xu et al., 2025, 3.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Protocol

from pydantic import Field

from streamrecall.models.replies.prompted_model import PromptedModel
from streamrecall.models.replies.reply import Reply
from streamrecall.text.content_words import read_words

_PROMPT = "baselines/memgas_filter"


class RedundancyFilter(Protocol):
    """Chooses among the passages found for a question."""

    name: str

    def keep(self, query: str, passages: Sequence[str]) -> list[int]:
        """Return the positions of the passages to keep, ascending."""
        ...


class FilterReply(Reply):
    """The numbers of the passages to keep, from 1."""

    keep: list[Annotated[int, Field(ge=1)]]


class RepetitionFilter:
    """Leaves out a passage that says no content word beyond those of one better passage."""

    name = "repetition rule"

    def keep(self, query: str, passages: Sequence[str]) -> list[int]:
        """Return the positions of passages that are no repetition."""
        kept: list[int] = []
        said: list[frozenset[str]] = []
        for position, passage in enumerate(passages):
            words = read_words(passage).content
            if words and any(words <= earlier for earlier in said):
                continue
            kept.append(position)
            said.append(words)
        return kept


class ChatRedundancyFilter:
    """Asks a chat model which passages to keep; without a usable reply all are kept.

    Args:
        model: Asked with the prompt ``baselines/memgas_filter``.

    Attributes:
        failures: Times there was no usable reply.
    """

    def __init__(self, model: PromptedModel) -> None:
        self.name = model.name
        self.failures = 0
        self._model = model

    def keep(self, query: str, passages: Sequence[str]) -> list[int]:
        """Return the positions that the model keeps."""

        def check(reply: FilterReply) -> None:
            wrong = sorted({number for number in reply.keep if not 1 <= number <= len(passages)})
            if wrong:
                raise ValueError(f"keep: there are passages 1 to {len(passages)}, not {wrong[:5]}")

        listed = "\n".join(f"[{number}] {passage}" for number, passage in enumerate(passages, start=1))
        answer = self._model.ask(
            _PROMPT, FilterReply, [{"question": query, "passages": listed}], check=check
        )[0]
        if answer.value is None:
            self.failures += 1
            return list(range(len(passages)))
        return sorted({number - 1 for number in answer.value.keep})
