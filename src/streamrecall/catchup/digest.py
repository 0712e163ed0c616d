"""What a catch-up says: points made of real sentences, each with its turns and its recovered context."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from streamrecall.records import Turn


class PointKind(StrEnum):
    """The section a point belongs to."""

    HAPPENED = "happened"
    DECISION = "decision"
    ACTION = "action"
    QUESTION = "question"


@dataclass(frozen=True, slots=True)
class RecoveredContext:
    """What a point leaves unsaid, in the words of an earlier turn.

    Attributes:
        phrase: The words of the point that lean on the history; empty where the link is by shared words.
        text: What was said earlier, unchanged.
        turn: The turn that said it.
    """

    phrase: str
    text: str
    turn: Turn


@dataclass(frozen=True, slots=True)
class Point:
    """One thing to know.

    Attributes:
        text: Sentences of one turn, unchanged; or a model's sentence where ``written_by`` names a model.
        turns: The turns it rests on, the one that is quoted first.
        context: What it leaves unsaid.
        written_by: The model that wrote the text; empty for a quotation.
    """

    kind: PointKind
    text: str
    turns: tuple[Turn, ...]
    context: tuple[RecoveredContext, ...] = ()
    written_by: str = ""


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A phrase that leans on something that no earlier turn was found to say."""

    phrase: str
    reason: str
    turn: Turn


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was read and what was not.

    Attributes:
        window_turns: Messages of the window.
        window_tokens: Their cl100k_base tokens.
        parts: Windows of at most 1,024 tokens that they were read in.
        quoted_turns: Messages of the window that a point quotes.
        skipped: Reason -> messages of the window that no point may quote (notices, reactions, no words).
        not_shown: Section -> points found beyond the limit.
        history_turns: Messages before the window.
        compared_turns: Those of them compared by meaning; the rest were searched by their words alone.
        unsupported: Sentences of a model that were left out because their turns do not bear them out.
    """

    window_turns: int
    window_tokens: int
    parts: int
    quoted_turns: int
    skipped: Mapping[str, int]
    not_shown: Mapping[str, int]
    history_turns: int
    compared_turns: int
    unsupported: int = 0

    @property
    def unquoted_turns(self) -> int:
        """Messages that could have been quoted and were not."""
        return self.window_turns - self.quoted_turns - sum(self.skipped.values())


@dataclass(frozen=True, slots=True)
class Digest:
    """The catch-up of one conversation.

    Attributes:
        window: The turns caught up on, in order.
        nearby: History turns around the recovered context, in order, for a reader who wants to look.
        stand_ins: ``turn_id`` -> what is shown for a turn of these without words, such as ``(media)``.
    """

    conversation: str
    window: tuple[Turn, ...]
    happened: tuple[Point, ...]
    decisions: tuple[Point, ...]
    actions: tuple[Point, ...]
    questions: tuple[Point, ...]
    unresolved: tuple[Unresolved, ...]
    coverage: Coverage
    nearby: tuple[Turn, ...] = ()
    stand_ins: Mapping[str, str] = field(default_factory=dict)

    @property
    def sections(self) -> tuple[tuple[str, tuple[Point, ...]], ...]:
        """The four sections with their headings, in reading order."""
        return (
            ("What happened", self.happened),
            ("Decisions", self.decisions),
            ("Action items", self.actions),
            ("Open questions", self.questions),
        )


@dataclass(frozen=True, slots=True)
class CatchUp:
    """The catch-up of an export.

    Attributes:
        source: The export.
        choice: Which window was asked for, in words.
        conversations: Those with something in their window.
        without_news: Names of the conversations whose window is empty.
        tools: Role -> what did the work (detector, memory, embedder, summarizer).
        notes: What was decided while reading the file.
        warnings: What should be checked.
    """

    source: str
    choice: str
    conversations: tuple[Digest, ...]
    without_news: tuple[str, ...] = ()
    tools: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
