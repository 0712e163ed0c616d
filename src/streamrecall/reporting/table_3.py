"""Table 3: per cent of the gaps of a type whose evidence is in memory and in the summary."""

from __future__ import annotations

import pandas as pd

from streamrecall.records import GapType
from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.methods import Implementations, order_methods
from streamrecall.reporting.recall_means import difference, named

COLUMNS = (
    "method", "type", "gaps", "memory", "paper_memory", "difference_memory", "summary", "paper_summary",
    "difference_summary", "failed", "scored_by", "detector", "embedder", "summarizer",
)  # fmt: skip

NOTES = (
    "Per cent of the annotated gaps of the type; in the summary: of all gaps of the type, recalled or not, "
    "averaged over the summarizers. "
    "The summary columns are blank where no summary was made.",
)


def table_3(gaps: pd.DataFrame, expected: ExpectedValues, implementations: Implementations) -> pd.DataFrame:
    """Return one row per method and gap type; a type without gaps has blank shares.

    Args:
        gaps: Gap rows (``metrics.rows.GAP_COLUMNS``).
        expected: The paper's printed values.
        implementations: What stood behind the ports in this run.
    """
    rows = []
    for method in order_methods(gaps["method"]):
        of_method = gaps[gaps["method"] == method]
        scored_by = named(of_method["scored_by"])
        for kind in GapType:
            own = of_method[of_method["type"] == str(kind)]
            row: dict[str, object] = {
                "method": method,
                "type": str(kind),
                "gaps": len(own),
                "failed": int(own["failed"].astype(bool).sum()),
                "scored_by": scored_by,
                "detector": implementations.detector_of(method),
                "embedder": implementations.embedder_of(method),
                "summarizer": implementations.summarizer,
            }
            shares = {"memory": _per_cent(own["recalled"]), "summary": _summary_per_cent(own)}
            for place, share in shares.items():
                printed = expected.value(3, method, f"{kind.capitalize()} Gap {place.capitalize()}")
                row[place] = share
                row[f"paper_{place}"] = printed
                row[f"difference_{place}"] = difference(share, printed)
            rows.append(row)
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _per_cent(labels: pd.Series) -> float | None:
    return 100 * float(labels.astype(bool).mean()) if len(labels) else None


def _summary_per_cent(gaps: pd.DataFrame) -> float | None:
    judged = gaps["resolved_in_summary"]
    if gaps["recalled"].astype(bool).any() and judged.isna().all():
        return None
    return 100 * float(judged.map(float, na_action="ignore").fillna(0).mean()) if len(gaps) else None
