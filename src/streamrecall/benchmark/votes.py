"""What annotators said and what the majority made of it: votes, rejections and failed replies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Stage(StrEnum):
    """The steps of the annotation (ReMEMBER, appendix A.3), and the reading of it by people."""

    SALIENCE = "salience"
    DEPENDENCE = "dependence"
    HISTORY_FILTERING = "history_filtering"
    EVIDENCE = "evidence"
    VALIDATION = "validation"
    RESOLUTION = "resolution"
    REVIEW = "review"


@dataclass(frozen=True, slots=True)
class Vote:
    """What one annotator said about one target, before any majority.

    Attributes:
        target: A span ``S3-S4`` of window sentences, an utterance id, a run of chunks ``C0-C39``, or an
            utterance id and a history sentence, ``<utterance>/T12-S0``.
        label: A gap type or ``none``, and ``not_salient`` on an utterance of others; a string of 0 and 1,
            one per chunk; ``resolve`` or ``not_resolve``; ``valid`` or ``invalid``.
        detail: The annotator's own words: the quote, the reason, the reasoning; for an invalid evidence
            sentence, the criteria it misses.
        reference: Key of the call in the ledger that holds the raw reply; empty for annotators by rule.
    """

    stage: Stage
    annotator: str
    window_id: str
    target: str
    label: str
    detail: str = ""
    reference: str = ""


@dataclass(frozen=True, slots=True)
class Rejection:
    """A candidate that did not go on, and why.

    Attributes:
        text: The candidate's own words.
        in_favour: Annotators for it.
        cast: Annotators who said anything about it.
        annotator: Who proposed it, where it was refused before any vote.
    """

    stage: Stage
    window_id: str
    target: str
    text: str
    reason: str
    in_favour: int = 0
    cast: int = 0
    annotator: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """A reply that stayed unusable: it takes no part in the vote, and it is counted."""

    stage: Stage
    annotator: str
    window_id: str
    target: str
    reason: str
    reference: str = ""


@dataclass(frozen=True, slots=True)
class StageRecord:
    """Everything a stage has to account for beside its result."""

    votes: tuple[Vote, ...] = ()
    rejections: tuple[Rejection, ...] = ()
    failures: tuple[Failure, ...] = ()

    def __add__(self, other: StageRecord) -> StageRecord:
        """Return both records, in order."""
        return StageRecord(
            self.votes + other.votes, self.rejections + other.rejections, self.failures + other.failures
        )


def majority_label(labels: Iterable[str], needed: int) -> str | None:
    """Return the label that at least ``needed`` annotators gave; None where none or several have."""
    reached = [label for label, count in Counter(labels).items() if count >= needed]
    return reached[0] if len(reached) == 1 else None
