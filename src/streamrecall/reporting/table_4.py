"""Table 4: ReMEMBER, its two ablations, and the variants that the paper does not have."""

from __future__ import annotations

import pandas as pd

from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.methods import ABLATIONS, Implementations, ablation_methods
from streamrecall.reporting.recall_means import difference, mean_or_none, named, recall_per_instance
from streamrecall.reporting.summary_means import PAPER_COLUMNS, SUMMARY_NOTES, summary_means

_METRICS = (
    "memory_recall",
    "gap_resolution_completeness",
    "window_completeness",
    "conciseness",
    "faithfulness",
)
_PAPER_COLUMNS = {"memory_recall": "Memory Recall", **PAPER_COLUMNS}
COLUMNS = (
    "method",
    *(f"{prefix}{name}" for name in _METRICS for prefix in ("", "paper_", "difference_")),
    "gaps", "failed", "scored_by", "detector", "embedder", "summarizer",
)  # fmt: skip

NOTES = (
    *SUMMARY_NOTES[:1],
    "memory_recall is the mean over instances. Rows without a paper value are variants of this project.",
)


def table_4(
    gaps: pd.DataFrame,
    summaries: pd.DataFrame,
    expected: ExpectedValues,
    implementations: Implementations,
) -> pd.DataFrame:
    """Return one row per ReMEMBER method of the run.

    Args:
        gaps: Gap rows (``metrics.rows.GAP_COLUMNS``).
        summaries: Summary rows (``metrics.rows.SUMMARY_COLUMNS``); may be empty.
        expected: The paper's printed values.
        implementations: What stood behind the ports in this run.
    """
    instances = recall_per_instance(gaps)
    rows = []
    for method in ablation_methods(gaps["method"]):
        own = gaps[gaps["method"] == method]
        values = {
            "memory_recall": mean_or_none(instances.loc[instances["method"] == method, "memory_recall"]),
            **summary_means(summaries[summaries["method"] == method]),
        }
        row: dict[str, object] = {
            "method": method,
            "gaps": len(own),
            "failed": int(own["failed"].astype(bool).sum()),
            "scored_by": named(own["scored_by"]),
            "detector": implementations.detector_of(method),
            "embedder": implementations.embedder_of(method),
            "summarizer": implementations.summarizer,
        }
        for metric in _METRICS:
            printed = expected.value(4, ABLATIONS.get(method, method), _PAPER_COLUMNS[metric])
            row[metric] = values[metric]
            row[f"paper_{metric}"] = printed
            row[f"difference_{metric}"] = difference(values[metric], printed)
        rows.append(row)
    return pd.DataFrame(rows, columns=list(COLUMNS))
