"""One description of an entity or relation from everything said of it (GraphRAG, section 3.1.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from streamrecall.baselines.steps.sourced_text import SourcedText, sources_of
from streamrecall.baselines.steps.telling_choice import telling_texts
from streamrecall.models.replies.prompted_model import PromptedModel
from streamrecall.models.replies.summary import SummaryReply

DESCRIPTION_TOKENS = 60


class DescriptionWriter(Protocol):
    """Merges descriptions.

    Attributes:
        failures: Elements that have no written description because no reply could be used.
    """

    name: str
    failures: int

    def write(self, elements: Sequence[tuple[str, tuple[SourcedText, ...]]]) -> list[tuple[SourcedText, ...]]:
        """Return one description per element.

        Args:
            elements: The name of each and what was said of it, at least two texts.
        """
        ...


class TellingDescriptions:
    """Keeps the most telling sentences said of an element, in their order; nothing is paraphrased."""

    name = "telling sentences"
    failures = 0

    def write(self, elements: Sequence[tuple[str, tuple[SourcedText, ...]]]) -> list[tuple[SourcedText, ...]]:
        """Return at most about 60 tokens of sentences per element."""
        return [telling_texts(texts, DESCRIPTION_TOKENS) for _, texts in elements]


class ChatDescriptions:
    """Asks for one text about each element; where no reply can be used, sentences are chosen and it counts.

    Args:
        model: Who is asked; the prompt is ``baselines/graph_rag_description``.
    """

    def __init__(self, model: PromptedModel) -> None:
        self.name = model.name
        self.failures = 0
        self._model = model

    def write(self, elements: Sequence[tuple[str, tuple[SourcedText, ...]]]) -> list[tuple[SourcedText, ...]]:
        """Return one written text per element, all asked in one batch."""
        asked = [
            {"name": name, "descriptions": "\n".join(text.text for text in texts)} for name, texts in elements
        ]
        settings = {"max_tokens": DESCRIPTION_TOKENS}
        answers = self._model.ask("baselines/graph_rag_description", SummaryReply, asked, settings)
        self.failures += sum(answer.value is None for answer in answers)
        return [
            telling_texts(texts, DESCRIPTION_TOKENS)
            if answer.value is None
            else (SourcedText(answer.value.summary, sources_of(texts)),)
            for (_, texts), answer in zip(elements, answers, strict=True)
        ]
