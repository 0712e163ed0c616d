"""The map step of global search: points of reports, rated for a question (GraphRAG, section 3.1.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Annotated, ClassVar, Protocol

from pydantic import Field

from streamrecall.baselines.steps.community_reports import CommunityReport, numbered
from streamrecall.baselines.steps.sourced_text import SourcedText, sources_of
from streamrecall.models.replies.prompted_model import PromptedModel
from streamrecall.models.replies.reply import Reply
from streamrecall.text.content_words import read_words


@dataclass(frozen=True, slots=True)
class RatedPoint:
    """A point that helps with the question; ``score`` from 0, useless, to 100."""

    said: SourcedText
    score: float
    title: str


class PointRater(Protocol):
    """Reads reports for a question.

    Attributes:
        failures: Batches that gave no points because no reply could be used.
    """

    name: str
    failures: int

    def rate(self, query: str, batches: Sequence[Sequence[CommunityReport]]) -> list[RatedPoint]:
        """Return the points of all batches, in their order."""
        ...


class SharedWordPoints:
    """Takes each sentence for a point and rates it by the share of the question's words it has.

    A word weighs the more, the fewer of the sentences have it.
    """

    name = "shared words"
    failures = 0

    def rate(self, query: str, batches: Sequence[Sequence[CommunityReport]]) -> list[RatedPoint]:
        """Return every sentence of every report with its score."""
        said = [
            (report.title, text, read_words(text.text).content)
            for batch in batches
            for report in batch
            for text in report.texts
        ]
        asked = read_words(query).content
        weights = {
            word: log((len(said) + 1) / (sum(word in words for *_, words in said) + 0.5)) for word in asked
        }
        total = sum(weights.values())
        return [
            RatedPoint(
                text,
                100 * sum(weights[word] for word in sorted(asked & words)) / total if total else 0.0,
                title,
            )
            for title, text, words in said
        ]


class WrittenPoint(Reply):
    """A point of a reply; ``reports`` are numbers of those it rests on, from 1."""

    point: str = Field(min_length=1)
    score: float = Field(ge=0, le=100)
    reports: list[Annotated[int, Field(ge=1)]] = Field(min_length=1)


class WrittenPoints(Reply):
    """The reply for one batch of reports."""

    items_field: ClassVar[str | None] = "points"

    points: list[WrittenPoint]


class ChatPoints:
    """Asks for the points of each batch of reports.

    The original takes an unreadable reply for one without points; so does this, and counts the batch.

    Args:
        model: Who is asked; the prompt is ``baselines/graph_rag_points``.
    """

    def __init__(self, model: PromptedModel) -> None:
        self.name = model.name
        self.failures = 0
        self._model = model

    def rate(self, query: str, batches: Sequence[Sequence[CommunityReport]]) -> list[RatedPoint]:
        """Return the points that the model writes; each batch is one call, all asked together."""
        asked = [{"question": query, "reports": numbered(batch)} for batch in batches]
        answers = self._model.ask("baselines/graph_rag_points", WrittenPoints, asked)
        points: list[RatedPoint] = []
        for batch, answer in zip(batches, answers, strict=True):
            self.failures += answer.value is None
            for written in [] if answer.value is None else answer.value.points:
                named = [batch[number - 1] for number in written.reports if 1 <= number <= len(batch)]
                texts = tuple(text for report in named or batch for text in report.texts)
                said = SourcedText(written.point, sources_of(texts))
                points.append(RatedPoint(said, written.score, ", ".join(report.title for report in named)))
        return points
