"""How far two judges agree label by label, such as a language model and the offline rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from streamrecall.metrics.agreement import cohen_kappa
from streamrecall.metrics.judgement import Judgement

LABELS = ("memory recall", "window completeness", "gap-resolution completeness")

_Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class JudgeAgreement:
    """Agreement on one kind of label.

    Attributes:
        label: One of ``LABELS``. Resolutions are compared where both judges call the gap recalled.
        items: Labels that both gave; cases in which either failed are left out.
        first_positive: Share the first judge calls positive.
        second_positive: Share the second does.
        raw: Share on which they agree, or None without items.
        kappa: Cohen's kappa, or None where it is undefined, as with one label only.
    """

    label: str
    items: int
    first_positive: float | None
    second_positive: float | None
    raw: float | None
    kappa: float | None


def compare_judges(first: Sequence[Judgement], second: Sequence[Judgement]) -> list[JudgeAgreement]:
    """Return one row per kind of label, over the cases that both judged without failing."""
    others = {_case(judgement): judgement for judgement in second if not judgement.failed}
    pairs = [
        (judgement, others[_case(judgement)])
        for judgement in first
        if not judgement.failed and _case(judgement) in others
    ]
    return [
        _row(label, [pair for one, other in pairs for pair in _label_pairs(label, one, other)])
        for label in LABELS
    ]


def _case(judgement: Judgement) -> _Key:
    return judgement.window_id, judgement.method, judgement.summarizer


def _label_pairs(label: str, first: Judgement, second: Judgement) -> Iterator[tuple[bool, bool]]:
    if label == LABELS[1]:
        covered = {entry.utterance_id: entry.covered for entry in second.utterances}
        for entry in first.utterances:
            if entry.utterance_id in covered:
                yield entry.covered, covered[entry.utterance_id]
        return
    gaps = {gap.gap_id: gap for gap in second.gaps}
    for gap in first.gaps:
        other = gaps.get(gap.gap_id)
        if other is not None and label == LABELS[0]:
            yield gap.recalled, other.recalled
        elif other is not None and gap.resolved is not None and other.resolved is not None:
            yield gap.resolved, other.resolved


def _row(label: str, pairs: Sequence[tuple[bool, bool]]) -> JudgeAgreement:
    if not pairs:
        return JudgeAgreement(label, 0, None, None, None, None)
    count = len(pairs)
    return JudgeAgreement(
        label=label,
        items=count,
        first_positive=sum(first for first, _ in pairs) / count,
        second_positive=sum(second for _, second in pairs) / count,
        raw=sum(first == second for first, second in pairs) / count,
        kappa=cohen_kappa(pairs),
    )
