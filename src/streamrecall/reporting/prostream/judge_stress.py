"""What the judges of answers let pass."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from streamrecall.metrics.answer_judge_stress import AnswerStressRow

COLUMNS = ("scored_by", "answer", "questions", "accepted", "accepted_share", "mean_score", "failed")

NOTES = (
    "Answers of a known kind to questions of the run: reference should count as right; vague, empty and "
    "swapped (the reference of another question) should not. A judge's answer counts as right from a score "
    "of .5.",
    "failed: cases without a usable reply; they count as not accepted. No rows with fewer than two different "
    "reference answers.",
)


def answer_stress_frame(rows: Sequence[AnswerStressRow]) -> pd.DataFrame:
    """Return one row per judge and kind of answer."""
    return pd.DataFrame([[getattr(row, column) for column in COLUMNS] for row in rows], columns=list(COLUMNS))
