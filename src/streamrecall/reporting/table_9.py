"""Table 9: ReMEMBER with other gap detectors."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from streamrecall.records import Domain
from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.paper_models import paper_model
from streamrecall.reporting.recall_means import difference, mean_or_none, named, recall_per_instance

_PAPER_DOMAIN = {Domain.CHITCHAT: "Chit-Chat", Domain.WORKPLACE: "Workplace"}
_METRICS = {"memory_recall": "Memory Recall", "gap_resolution_completeness": "Gap-Comp"}
COLUMNS = (
    "detector", "domain", "instances",
    *(f"{prefix}{name}" for name in _METRICS for prefix in ("", "paper_", "difference_")),
    "failed", "scored_by", "summarizer",
)  # fmt: skip

NOTES = (
    "ReMEMBER with each detector of the run; the first is that of all other tables. Summaries are those of "
    "the first summarizer, as the paper's caption says; its row of Qwen3.5-4B is the mean of three. "
    "failed: summaries without a usable memory, reply or verdict.",
)


def table_9(
    gaps: pd.DataFrame, summaries: pd.DataFrame, detectors: Mapping[str, str], expected: ExpectedValues
) -> pd.DataFrame:
    """Return one row per detector and domain.

    Args:
        gaps: Gap rows (``metrics.rows.GAP_COLUMNS``) of ReMEMBER with each detector.
        summaries: Summary rows (``metrics.rows.SUMMARY_COLUMNS``) of the same, by one summarizer.
        detectors: Method name -> detector.
        expected: The paper's printed values.
    """
    instances = recall_per_instance(gaps)
    rows = []
    for method, detector in detectors.items():
        for domain, printed_domain in _PAPER_DOMAIN.items():
            recall = instances[(instances["method"] == method) & (instances["domain"] == str(domain))]
            own = summaries[(summaries["method"] == method) & (summaries["domain"] == str(domain))]
            row: dict[str, object] = {
                "detector": detector,
                "domain": str(domain),
                "instances": own["window_id"].nunique(),
                "failed": int(own["failed"].astype(bool).sum()),
                "scored_by": named(own["scored_by"]),
                "summarizer": named(own["summarizer"]),
            }
            values = {
                "memory_recall": mean_or_none(recall["memory_recall"]),
                "gap_resolution_completeness": mean_or_none(own["gap_resolution_completeness"]),
            }
            for metric, value in values.items():
                printed = expected.value(
                    9, paper_model(detector, expected), f"{printed_domain} {_METRICS[metric]}"
                )
                row[metric] = value
                row[f"paper_{metric}"] = printed
                row[f"difference_{metric}"] = difference(value, printed)
            rows.append(row)
    return pd.DataFrame(rows, columns=list(COLUMNS))
