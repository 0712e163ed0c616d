"""Table 2: RAG and ProStream under different encoders."""

from __future__ import annotations

import pandas as pd

from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.prostream.answer_means import (
    COUNT_COLUMNS,
    SCORE_NOTES,
    counts,
    score_cells,
    score_columns,
)
from streamrecall.reporting.prostream.table_1 import METRICS

VARIANTS = ("RAG", "ProStream")
PAPER_NAMES = {"all-MiniLM-L6-v2": "MiniLM"}
"""Encoders whose row has another name in the paper."""

_SCORES, SHOW_COLUMNS = score_columns(list(METRICS))
COLUMNS = ("encoder", "method", *_SCORES, "evidence_recall", "judge_failed", *COUNT_COLUMNS, *SHOW_COLUMNS)

NOTES = (
    *SCORE_NOTES,
    "The paper's MiniLM is ms-marco-MiniLM-L6-v2, a cross-encoder, which gives no sentence embedding; its "
    "row stands beside all-MiniLM-L6-v2.",
    "evidence_similarity is measured by the run's own encoder in every row, so that the rows compare; the "
    "paper does not say whether each row measures itself.",
    "Further encoders are configured in probes.encoders, by the name of their row.",
)


def table_2(answers: pd.DataFrame, expected: ExpectedValues) -> pd.DataFrame:
    """Return one row per encoder and method, the run's own encoder first."""
    rows = []
    both = answers[answers["method"].isin(VARIANTS) & answers["experiment"].isin(["comparison", "encoders"])]
    for (encoder, method), own in both.groupby(["embedder", "method"], sort=False):
        name = PAPER_NAMES.get(str(encoder), str(encoder))
        cells, shows = score_cells(own, expected, 2, f"{name} / {method}", METRICS)
        rows.append(
            {
                "encoder": encoder,
                "method": method,
                **cells,
                "evidence_recall": own["evidence_recall"].mean(),
                **counts(own),
                **shows,
            }
        )
    return pd.DataFrame(rows, columns=list(COLUMNS))
