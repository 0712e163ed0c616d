"""How far the experts agree on the questions they marked (section 3.3)."""

from __future__ import annotations

import pandas as pd

from streamrecall.metrics.agreement import Ratings, measure_agreement
from streamrecall.reporting.expected_values import ExpectedValues

COLUMNS = (
    "experts", "questions", "marked_by_all", "accepted", "unanimous", "pairwise", "fleiss_kappa",
    "krippendorff_alpha", "paper_experts", "paper_kappa",
)  # fmt: skip
NOTES = (
    "accepted is the share of marks that accept; unanimous the share of questions with several marks, "
    "all the same; pairwise the raw agreement of two marks.",
    "fleiss_kappa is over the questions that all experts marked; it is undefined with one label only and low "
    "when nearly all marks are the same.",
    "The paper names Cohen's kappa, which is for two raters, for three experts.",
)


def expert_agreement_table(ratings: Ratings, expected: ExpectedValues) -> pd.DataFrame:
    """Return one row for all experts; blank where nobody marked.

    Args:
        ratings: ``accept`` or ``reject`` by expert, by question.
        expected: The paper's values.
    """
    experts = sorted({expert for given in ratings.values() for expert in given})
    measured = measure_agreement(ratings, experts)
    marks = [mark for given in ratings.values() for mark in given.values()]
    printed = expected.value(2, "Experts", "Count")
    row = (
        len(experts),
        len(ratings),
        measured.complete,
        marks.count("accept") / len(marks) if marks else None,
        measured.unanimous,
        measured.pairwise,
        measured.fleiss_kappa,
        measured.krippendorff_alpha,
        None if printed is None else int(printed),
        expected.value(2, "Kappa", "Value"),
    )
    return pd.DataFrame.from_records([row], columns=list(COLUMNS))
