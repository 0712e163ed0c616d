"""Which of the linked triples help with the question (HippoRAG 2, section 3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Protocol

from pydantic import Field

from streamrecall.models.replies.prompted_model import PromptedModel
from streamrecall.models.replies.reply import Reply
from streamrecall.text.content_words import read_words


class RecognitionMemory(Protocol):
    """Keeps the relevant ones of a few triples.

    Attributes:
        failures: Questions for which no reply could be used, so that nothing was kept.
    """

    name: str
    failures: int

    def keep(self, query: str, facts: Sequence[str], speakers: frozenset[str]) -> list[int]:
        """Return the positions of the triples to keep, in order; maybe none.

        Args:
            query: The question or the rendered window.
            facts: The triples as text, best first.
            speakers: Content words of the speakers' names.
        """
        ...


class SharedWords:
    """Keeps a triple that shares a content word with the question, the speakers' names apart."""

    name = "shared words"
    failures = 0

    def keep(self, query: str, facts: Sequence[str], speakers: frozenset[str]) -> list[int]:
        """Return the positions of the triples that share such a word."""
        asked = read_words(query).content - speakers
        return [place for place, fact in enumerate(facts) if read_words(fact).content & asked]


class KeptFacts(Reply):
    """The reply of the filter: numbers of the triples that help, from 1."""

    keep: list[Annotated[int, Field(ge=1)]]


class ChatRecognition:
    """Asks a model which triples help.

    The original falls back to dense retrieval when it cannot read the reply; keeping nothing does that, and
    the question is counted in ``failures``.

    Args:
        model: Who is asked; the prompt is ``baselines/hipporag_2_recognition``.
    """

    def __init__(self, model: PromptedModel) -> None:
        self.name = model.name
        self.failures = 0
        self._model = model

    def keep(self, query: str, facts: Sequence[str], speakers: frozenset[str]) -> list[int]:
        """Return the positions that the model names."""

        def check(reply: KeptFacts) -> None:
            unknown = [number for number in reply.keep if not 1 <= number <= len(facts)]
            if unknown:
                raise ValueError(f"keep: {unknown[0]} is not the number of a triple (1 to {len(facts)})")

        listed = "\n".join(f"{number}. {fact}" for number, fact in enumerate(facts, start=1))
        texts = [{"question": query, "triples": listed}]
        (answer,) = self._model.ask("baselines/hipporag_2_recognition", KeptFacts, texts, check=check)
        if answer.value is None:
            self.failures += 1
            return []
        return sorted({number - 1 for number in answer.value.keep})
