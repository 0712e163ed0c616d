"""How well an annotation finds a reference's salient utterances, gaps, types and evidence turns.

Two utterances are one when they share a turn and at least half of the shorter one's words; each is matched
once, the closest first. A gap is found when its utterance is matched and has a gap in both; a type, when
they have the same one. Evidence is counted in turns: those that matched gaps share, against all of either
side, so that evidence of gaps that are not in the reference counts as wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from streamrecall.benchmark.quotes import fold
from streamrecall.records import Instance, SalientUtterance

SHARED_WORDS = 0.5
LEVELS = ("salient utterances", "gaps", "gap types", "evidence turns", "evidence turns of found gaps")


@dataclass(frozen=True, slots=True)
class Score:
    """Counts on one level.

    Attributes:
        level: One of ``LEVELS``; the last counts the evidence of matched gaps alone.
        found: In both.
        predicted: In the annotation.
        reference: In the reference.
    """

    level: str
    found: int
    predicted: int
    reference: int

    @property
    def precision(self) -> float | None:
        """Share of the annotation that is in the reference; None for an empty annotation."""
        return self.found / self.predicted if self.predicted else None

    @property
    def recall(self) -> float | None:
        """Share of the reference that was found; None for an empty reference."""
        return self.found / self.reference if self.reference else None

    @property
    def f1(self) -> float | None:
        """Harmonic mean of both; None where both sides are empty."""
        total = self.predicted + self.reference
        return 2 * self.found / total if total else None


def score_annotation(predicted: Iterable[Instance], reference: Iterable[Instance]) -> list[Score]:
    """Score an annotation on the windows of a reference; windows of the reference alone count as missed."""
    by_window: Mapping[str, Instance] = {instance.window.window_id: instance for instance in predicted}
    counts = {level: [0, 0, 0] for level in LEVELS}

    def count(level: str, found: int, guessed: int, wanted: int) -> None:
        for place, number in enumerate((found, guessed, wanted)):
            counts[level][place] += number

    for wanted in reference:
        guess = by_window.get(wanted.window.window_id)
        own = guess.salient if guess is not None else ()
        pairs = match_utterances(own, wanted.salient)
        count("salient utterances", len(pairs), len(own), len(wanted.salient))
        gaps = [(one.gap, other.gap) for one, other in pairs if one.gap is not None and other.gap is not None]
        totals = (sum(each.gap is not None for each in own), len(wanted.gaps))
        count("gaps", len(gaps), *totals)
        count("gap types", sum(one.type == other.type for one, other in gaps), *totals)
        shared = sum(len(set(one.evidence) & set(other.evidence)) for one, other in gaps)
        count("evidence turns", shared, _evidence(own), _evidence(wanted.salient))
        count(
            "evidence turns of found gaps",
            shared,
            sum(len(set(one.evidence)) for one, _ in gaps),
            sum(len(set(other.evidence)) for _, other in gaps),
        )
    return [Score(level, *counts[level]) for level in LEVELS]


def match_utterances(
    predicted: Sequence[SalientUtterance], reference: Sequence[SalientUtterance]
) -> list[tuple[SalientUtterance, SalientUtterance]]:
    """Pair the utterances of one window, closest first, each at most once."""
    close = sorted(
        (
            (-_closeness(one, other), first, second)
            for first, one in enumerate(predicted)
            for second, other in enumerate(reference)
            if set(one.turns) & set(other.turns)
        ),
    )
    used_first: set[int] = set()
    used_second: set[int] = set()
    pairs = []
    for closeness, first, second in close:
        if closeness == 0 or first in used_first or second in used_second:
            continue
        used_first.add(first)
        used_second.add(second)
        pairs.append((predicted[first], reference[second]))
    return pairs


def _closeness(first: SalientUtterance, second: SalientUtterance) -> float:
    """Return the Jaccard share of words, or 0 for utterances that do not share enough of the shorter one."""
    left, right = set(fold(first.utterance)), set(fold(second.utterance))
    shared = len(left & right)
    if not shared or shared < SHARED_WORDS * min(len(left), len(right)):
        return 0.0
    return shared / len(left | right)


def _evidence(salient: Iterable[SalientUtterance]) -> int:
    return sum(len(set(each.gap.evidence)) for each in salient if each.gap is not None)
