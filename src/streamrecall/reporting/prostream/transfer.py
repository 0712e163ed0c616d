"""Tables 6 and 7: the questions by category as LoCoMo asks them, and in all as LongMemEval counts them."""

from __future__ import annotations

import pandas as pd

from streamrecall.metrics.answer_judge import ACCEPTED
from streamrecall.metrics.token_f1 import token_f1
from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.prostream.answer_means import (
    COUNT_COLUMNS,
    Resampling,
    counts,
    interval,
    judges_of,
    methods_in,
)
from streamrecall.reporting.prostream.table_1 import ORDER
from streamrecall.reporting.recall_means import difference

CATEGORIES = {
    "single_hop": "Single-hop",
    "multi_hop": "Multi-hop",
    "temporal": "Temporal",
    "open_domain": "Open-domain",
}
"""Category of the questions -> column of Table 6."""

COLUMNS_6 = (
    "method",
    *(
        f"{prefix}{name}{suffix}"
        for name in CATEGORIES
        for prefix, suffix in (
            ("", ""),
            ("", "_low"),
            ("", "_high"),
            ("paper_", ""),
            ("difference_", ""),
            ("questions_", ""),
        )
    ),
    *COUNT_COLUMNS,
)
COLUMNS_7 = (
    "method", "accuracy", "accuracy_low", "accuracy_high", "paper_accuracy", "difference_accuracy",
    "judge_failed", *COUNT_COLUMNS,
)  # fmt: skip

NOTES_6 = (
    "Per cent. Ours is token F1 by category (words of answer and reference, articles left out); the paper "
    "does not name its metric. low and high: 95 % intervals, resampled by dialogue.",
    "The paper's values are for LoCoMo; the column corpus says what ours is. Only ProStream has a row in "
    "both; the paper's other rows are language models with a truncated context.",
)
NOTES_7 = (
    "Per cent. Ours is the share of questions whose answer the judge that scored_by names scores at least "
    ".5, or, where no model judged, that are right by key entity matching. A question without an answer in "
    "the dialogue is right where the answerer abstains; none is left out.",
    "judge_failed: answers without a usable reply of the judge; they count as wrong.",
    "The paper's values are for LongMemEval and multiples of 1/30; the column corpus says what ours is.",
)


def table_6(answers: pd.DataFrame, expected: ExpectedValues, resampling: Resampling) -> pd.DataFrame:
    """Return token F1 per method and category, in per cent."""
    rows = []
    for method, own in _compared(answers):
        row: dict[str, object] = {"method": method, **counts(own)}
        for category, column in CATEGORIES.items():
            asked = own[(own["category"] == category) & own["reference"].fillna("").ne("")]
            scores = [
                token_f1("" if pd.isna(said) else str(said), str(reference))
                for said, reference in zip(asked["answer"], asked["reference"], strict=True)
            ]
            scored = pd.DataFrame({"dialogue_id": asked["dialogue_id"], "f1": pd.Series(scores, asked.index)})
            ours, low, high = _per_cent(scored, "f1", resampling)
            printed = expected.value(6, method, column)
            row |= {
                category: ours,
                f"{category}_low": low,
                f"{category}_high": high,
                f"paper_{category}": printed,
                f"difference_{category}": difference(ours, printed),
                f"questions_{category}": len(asked),
            }
        rows.append(row)
    return pd.DataFrame(rows, columns=list(COLUMNS_6))


def table_7(answers: pd.DataFrame, expected: ExpectedValues, resampling: Resampling) -> pd.DataFrame:
    """Return the share of right answers per method, in per cent; a failed answer is wrong."""
    rows = []
    for method, own in _compared(answers):
        right = own["judge"].astype(float).ge(ACCEPTED).astype(float) if judges_of(own) else own["kem"]
        ours, low, high = _per_cent(own.assign(right=right), "right", resampling)
        printed = expected.value(7, method, "Accuracy")
        rows.append(
            {
                "method": method,
                "accuracy": ours,
                "accuracy_low": low,
                "accuracy_high": high,
                "paper_accuracy": printed,
                "difference_accuracy": difference(ours, printed),
                **counts(own),
            }
        )
    return pd.DataFrame(rows, columns=list(COLUMNS_7))


def _compared(answers: pd.DataFrame) -> list[tuple[str, pd.DataFrame]]:
    compared = answers[answers["experiment"] == "comparison"]
    return [(name, compared[compared["method"] == name]) for name in methods_in(compared, ORDER)]


def _per_cent(
    rows: pd.DataFrame, score: str, resampling: Resampling
) -> tuple[float | None, float | None, float | None]:
    """Return the mean of a score with its interval; all None without rows."""
    if not rows[score].notna().any():
        return None, None, None
    mean, low, high = interval(rows, score, resampling)
    return 100 * mean, 100 * low, 100 * high
