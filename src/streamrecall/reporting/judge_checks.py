"""Tables about the judges themselves: what they let pass, and how far two agree."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from streamrecall.metrics.judge_agreement import compare_judges
from streamrecall.metrics.judge_stress import StressRow
from streamrecall.metrics.judgement import Judgement

STRESS_COLUMNS = (
    "scored_by", "answer", "utterances", "utterances_accepted", "utterance_share", "gaps", "gaps_accepted",
    "gap_share", "failed",
)  # fmt: skip
STRESS_NOTES = (
    "Every window's ideal memory with an answer of a known kind. reference is each salient utterance with "
    "its resolution and should be accepted; vague, wrong, empty and swapped should not.",
    "failed: cases without a usable verdict; their labels count as not accepted. No rows with fewer than two "
    "windows, between which answers are swapped.",
)
AGREEMENT_COLUMNS = (
    "first", "second", "label", "items", "first_positive", "second_positive", "raw", "kappa",
)  # fmt: skip
AGREEMENT_NOTES = (
    "items: labels that both judges gave on the same memory and summary; cases in which either failed are "
    "left out, and resolutions are compared where both call the gap recalled. raw: share on which they "
    "agree; kappa: Cohen's, blank where it is undefined. No rows where the offline judge is the only one.",
)


def stress_frame(rows: Sequence[StressRow]) -> pd.DataFrame:
    """Return one row per judge and kind of answer."""
    return pd.DataFrame(
        [[getattr(row, column) for column in STRESS_COLUMNS] for row in rows], columns=list(STRESS_COLUMNS)
    )


def agreement_frame(first: Sequence[Judgement], second: Sequence[Judgement]) -> pd.DataFrame:
    """Return one row per kind of label; none without judgements."""
    rows: list[list[object]] = []
    if first and second:
        names = [first[0].scored_by, second[0].scored_by]
        rows = [
            [*names, *(getattr(row, column) for column in AGREEMENT_COLUMNS[2:])]
            for row in compare_judges(first, second)
        ]
    return pd.DataFrame(rows, columns=list(AGREEMENT_COLUMNS))
