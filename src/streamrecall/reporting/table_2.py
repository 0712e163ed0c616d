"""Table 2: summary quality by dialogue-length bin."""

from __future__ import annotations

import pandas as pd

from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.length_bins import LENGTH_BINS, length_bin
from streamrecall.reporting.methods import Implementations, order_methods
from streamrecall.reporting.recall_means import difference, named
from streamrecall.reporting.summary_means import PAPER_COLUMNS, SUMMARY_NOTES, summary_means

COLUMNS = (
    "method", "length_bin", "instances",
    *(f"{prefix}{name}" for name in PAPER_COLUMNS for prefix in ("", "paper_", "difference_")),
    "gap_resolution_defined", "failed", "scored_by", "summarizer", "detector", "embedder",
)  # fmt: skip

NOTES = (
    *SUMMARY_NOTES,
    "Bins: history and window together, in thousands of tokens. A bin without instances is printed with 0.",
)


def table_2(
    summaries: pd.DataFrame, expected: ExpectedValues, implementations: Implementations
) -> pd.DataFrame:
    """Return one row per method and length bin, empty bins included.

    Args:
        summaries: Summary rows (``metrics.rows.SUMMARY_COLUMNS``).
        expected: The paper's printed values.
        implementations: What stood behind the ports in this run.
    """
    bins = summaries["history_tokens"].map(length_bin)
    rows = []
    for method in order_methods(summaries["method"]):
        of_method = summaries["method"] == method
        scored_by = named(summaries.loc[of_method, "scored_by"])
        summarizer = named(summaries.loc[of_method, "summarizer"])
        for name in LENGTH_BINS:
            own = summaries[of_method & (bins == name)]
            row: dict[str, object] = {
                "method": method,
                "length_bin": name,
                "instances": own["window_id"].nunique(),
                "gap_resolution_defined": int(own["gap_resolution_completeness"].notna().sum()),
                "failed": int(own["failed"].astype(bool).sum()),
                "scored_by": scored_by,
                "summarizer": summarizer,
                "detector": implementations.detector_of(method),
                "embedder": implementations.embedder_of(method),
            }
            for metric, value in summary_means(own).items():
                printed = expected.value(2, method, f"{PAPER_COLUMNS[metric]} {name}")
                row[metric] = value
                row[f"paper_{metric}"] = printed
                row[f"difference_{metric}"] = difference(value, printed)
            rows.append(row)
    return pd.DataFrame(rows, columns=list(COLUMNS))
