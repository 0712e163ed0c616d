"""The port of question writing, and how many questions of each kind are wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from streamrecall.benchmark.stem.categories import Category
from streamrecall.benchmark.stem.drafts import QuestionDraft, StemLoss
from streamrecall.benchmark.stem.topic_stream import TopicStream


@dataclass(frozen=True, slots=True)
class WritingPlan:
    """How much is to be written about one stream.

    Attributes:
        per_thousand_turns: Questions of each category for a thousand turns; a category left out gets none.
        surplus: How many times as many drafts are proposed, since audits refuse some.
        seed: Of every draw.
    """

    per_thousand_turns: Mapping[Category, float]
    surplus: float = 1.5
    seed: int = 0

    def wanted(self, category: Category, turns: int) -> int:
        """Return how many questions a stream is to have; at least one where any are wanted."""
        density = self.per_thousand_turns.get(category, 0.0)
        return max(1, round(density * turns / 1000)) if density and turns else 0

    def drafts(self, category: Category, turns: int) -> int:
        """Return how many drafts to propose."""
        return round(self.wanted(category, turns) * self.surplus)


@dataclass(frozen=True, slots=True)
class WrittenQuestions:
    """Drafts of one or more streams, and what could not be written."""

    drafts: tuple[QuestionDraft, ...]
    losses: tuple[StemLoss, ...] = field(default=())


class QuestionWriter(Protocol):
    """Writes questions with answer, evidence and trigger (ProStream, section 3.3)."""

    @property
    def name(self) -> str:
        """How tables call it."""
        ...

    def write(self, streams: Sequence[TopicStream], plan: WritingPlan) -> WrittenQuestions:
        """Return drafts whose evidence lies before their trigger; ids are unique over all streams."""
        ...
