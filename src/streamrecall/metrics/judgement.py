"""What a judge says about one window's memory and summary, label by label (ReMEMBER, appendix B)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from streamrecall.records import GapType, Instance, Memory, Summary, Turn


@dataclass(frozen=True, slots=True)
class GapLabel:
    """The labels of one annotated gap.

    Attributes:
        recalled: The memory holds what resolves it (any evidence turn).
        recalled_all: The memory holds every evidence turn, or states the whole resolution.
        held: Evidence turns the memory holds.
        resolved: The summary expresses the resolution; None where the gap is not recalled or there is
            no summary to judge.
        sentences: Positions of the summary sentences that express it.
    """

    gap_id: str
    type: GapType
    recalled: bool
    recalled_all: bool
    held: tuple[str, ...] = ()
    resolved: bool | None = None
    sentences: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class UtteranceLabel:
    """Whether the summary covers a salient utterance, and the positions of the sentences that do."""

    utterance_id: str
    covered: bool
    sentences: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FactLabel:
    """One atomic unit of a summary sentence and whether memory and window support it."""

    sentence: int
    text: str
    supported: bool
    unsupported: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scores:
    """The metrics of one instance; None is undefined and left out of means."""

    memory_recall: float | None
    memory_recall_all: float | None
    window_completeness: float | None = None
    gap_resolution_completeness: float | None = None
    conciseness: float | None = None
    faithfulness: float | None = None
    composite: float | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """All labels and scores of one instance under one memory method and one summarizer.

    Attributes:
        scored_by: Name of the judge.
        failed: Why there is no usable verdict; it still counts, with every label negative.
    """

    window_id: str
    method: str
    summarizer: str
    scored_by: str
    gaps: tuple[GapLabel, ...]
    utterances: tuple[UtteranceLabel, ...]
    facts: tuple[FactLabel, ...]
    scores: Scores
    failed: str = ""


class Judge(Protocol):
    """Scores a memory, and a summary made with it, against the annotation of their window."""

    name: str

    def judge(
        self, instance: Instance, memory: Memory, summary: Summary | None, history: Mapping[str, Turn]
    ) -> Judgement:
        """Return the labels and scores; ``history`` maps ``turn_id`` to the turns before the window."""
        ...
