"""Table 7: summary quality by domain and summarizer."""

from __future__ import annotations

import pandas as pd

from streamrecall.records import Domain
from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.methods import Implementations, order_methods
from streamrecall.reporting.paper_models import paper_model
from streamrecall.reporting.recall_means import difference, named
from streamrecall.reporting.summary_means import PAPER_COLUMNS, SUMMARY_NOTES, summary_means

_PAPER_DOMAIN = {Domain.CHITCHAT: "Chit-Chat", Domain.WORKPLACE: "Workplace"}
COLUMNS = (
    "summarizer", "method", "domain", "instances",
    *(f"{prefix}{name}" for name in PAPER_COLUMNS for prefix in ("", "paper_", "difference_")),
    "gap_resolution_defined", "failed", "scored_by", "detector", "embedder",
)  # fmt: skip

NOTES = (
    *SUMMARY_NOTES,
    "A summarizer of the paper has rows where it was run; one that the paper does not have has no values "
    "beside it. failed: summaries without a usable reply or verdict; they count as negative.",
)


def table_7(
    summaries: pd.DataFrame, expected: ExpectedValues, implementations: Implementations
) -> pd.DataFrame:
    """Return one row per summarizer, method and domain.

    Args:
        summaries: Summary rows (``metrics.rows.SUMMARY_COLUMNS``).
        expected: The paper's printed values.
        implementations: What stood behind the ports in this run.
    """
    rows = []
    for summarizer in dict.fromkeys(summaries["summarizer"]):
        of_summarizer = summaries[summaries["summarizer"] == summarizer]
        printed_row = paper_model(summarizer, expected)
        for method in order_methods(of_summarizer["method"]):
            for domain, printed_domain in _PAPER_DOMAIN.items():
                own = of_summarizer[
                    (of_summarizer["method"] == method) & (of_summarizer["domain"] == str(domain))
                ]
                row: dict[str, object] = {
                    "summarizer": summarizer,
                    "method": method,
                    "domain": str(domain),
                    "instances": own["window_id"].nunique(),
                    "gap_resolution_defined": int(own["gap_resolution_completeness"].notna().sum()),
                    "failed": int(own["failed"].astype(bool).sum()),
                    "scored_by": named(own["scored_by"]),
                    "detector": implementations.detector_of(method),
                    "embedder": implementations.embedder_of(method),
                }
                for metric, value in summary_means(own).items():
                    printed = expected.value(
                        7, f"{printed_row} / {method}", f"{printed_domain} {PAPER_COLUMNS[metric]}"
                    )
                    row[metric] = value
                    row[f"paper_{metric}"] = printed
                    row[f"difference_{metric}"] = difference(value, printed)
                rows.append(row)
    return pd.DataFrame(rows, columns=list(COLUMNS))
