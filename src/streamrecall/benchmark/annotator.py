"""What an annotator is asked, stage by stage, and what it gives; models and rules speak this port.

Every method takes a batch of independent questions and gives one answer for each, in their order. An
annotator only ever sees the window and turns before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from streamrecall.benchmark.window_sentences import HistorySentence, NumberedWindow
from streamrecall.records import Chunk, GapType, Window

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Given(Generic[Value]):
    """An annotator's answer, or why there is none.

    Attributes:
        value: None exactly where ``failure`` says why.
        reference: Key of the call in the ledger; empty for rules.
    """

    value: Value | None
    failure: str = ""
    reference: str = ""


@dataclass(frozen=True, slots=True)
class ReadUtterance:
    """A salient utterance as an annotator reports it (stages i and ii).

    Attributes:
        numbers: Sentence numbers as given; they may be wrong.
        quotes: The sentences as given; they decide where they can be found.
        gap_type: None when the window alone explains it.
    """

    numbers: tuple[int, ...]
    quotes: tuple[str, ...]
    reason: str
    gap_type: GapType | None


@dataclass(frozen=True, slots=True)
class SalientCandidate:
    """A salient utterance that the majority agrees on.

    Attributes:
        utterance_id: ``<window>.S<first sentence>`` or ``<window>.S<first>-<last>``; it says where the
            utterance stands, so that it stays the same when other annotators vote.
        numbers: Sentence numbers, ascending.
        gap_type: The majority's gap type, or None.
        reason: What is missing, in the words of the first annotator of that type.
        supporters: Annotators who called it salient.
    """

    window_id: str
    utterance_id: str
    numbers: tuple[int, ...]
    turns: tuple[str, ...]
    text: str
    gap_type: GapType | None = None
    reason: str = ""
    supporters: tuple[str, ...] = ()

    @property
    def gap_id(self) -> str:
        """The id its gap has if it comes to one."""
        return f"{self.utterance_id}.G"


@dataclass(frozen=True, slots=True)
class Screening:
    """Chunks of the history to be labelled for one window (stage iii)."""

    window: Window
    chunks: tuple[Chunk, ...]

    @property
    def target(self) -> str:
        """The run of chunks, as votes name it."""
        return f"C{self.chunks[0].index}-C{self.chunks[-1].index}"


@dataclass(frozen=True, slots=True)
class Audit:
    """A passage of the history to be read sentence by sentence for one gap (stage iv)."""

    window: Window
    target: SalientCandidate
    passage: tuple[HistorySentence, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """What an annotator makes of one history sentence: reasoning first, status after it."""

    source_id: str
    reasoning: str
    resolves: bool


@dataclass(frozen=True, slots=True)
class EvidenceCandidate:
    """A history sentence that is said to resolve a gap."""

    window_id: str
    utterance_id: str
    source_id: str
    turn_id: str
    turn_index: int
    speaker: str
    sentence: str
    reasoning: str


@dataclass(frozen=True, slots=True)
class Check:
    """Evidence for one gap to be validated (stage v), or to be put into one statement."""

    window: Window
    target: SalientCandidate
    candidates: tuple[EvidenceCandidate, ...]


CRITERIA = ("sufficient", "explicit", "independent", "new")
"""The four acceptance criteria of appendix A.3, as prompts, votes and tables call them."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an annotator makes of one piece of evidence.

    Attributes:
        sufficient: It gives exactly the missing information.
        explicit: Nothing has to be inferred.
        independent: With it the target stands alone.
        new: The window does not already say it.
    """

    source_id: str
    sufficient: bool
    explicit: bool
    independent: bool
    new: bool

    @property
    def missed(self) -> tuple[str, ...]:
        """The criteria it does not meet."""
        return tuple(criterion for criterion in CRITERIA if not getattr(self, criterion))


class Annotator(Protocol):
    """Reads windows and their histories, stage by stage."""

    name: str

    def read(self, windows: Sequence[NumberedWindow]) -> list[Given[tuple[ReadUtterance, ...]]]:
        """Return the salient utterances of each window, each with its dependence (stages i and ii)."""
        ...

    def screen(self, screenings: Sequence[Screening]) -> list[Given[tuple[bool, ...]]]:
        """Return one label per chunk (stage iii)."""
        ...

    def audit(self, audits: Sequence[Audit]) -> list[Given[tuple[Finding, ...]]]:
        """Return one finding per sentence of each passage, in order (stage iv)."""
        ...

    def validate(self, checks: Sequence[Check]) -> list[Given[tuple[Verdict, ...]]]:
        """Return one verdict per candidate (stage v)."""
        ...

    def resolve(self, checks: Sequence[Check]) -> list[Given[str]]:
        """Return one sentence per gap that says what its accepted evidence supplies."""
        ...
