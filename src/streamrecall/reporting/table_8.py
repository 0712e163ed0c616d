"""Table 8: memory recall by domain."""

from __future__ import annotations

import pandas as pd

from streamrecall.metrics.cluster_bootstrap import RESAMPLES, cluster_bootstrap
from streamrecall.records import Domain
from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.methods import Implementations, order_methods
from streamrecall.reporting.recall_means import difference, named, recall_per_instance

_PAPER_DOMAIN = {Domain.CHITCHAT: "Chit-Chat", Domain.WORKPLACE: "Workplace"}
COLUMNS = (
    "method", "domain", "instances", "dialogues", "memory_recall", "ci_low", "ci_high", "paper_memory_recall",
    "difference", "failed", "scored_by", "detector", "embedder",
)  # fmt: skip

NOTES = (
    "memory_recall is the mean over instances; 95 % bootstrap by dialogue, blank with fewer than two "
    "dialogues. The paper prints no row of Ideal, No and Full Memory here.",
)


def table_8(
    gaps: pd.DataFrame,
    expected: ExpectedValues,
    implementations: Implementations,
    *,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> pd.DataFrame:
    """Return one row per method and domain.

    Args:
        gaps: Gap rows (``metrics.rows.GAP_COLUMNS``).
        expected: The paper's printed values.
        implementations: What stood behind the ports in this run.
        resamples: Bootstrap resamples.
        seed: Bootstrap seed.
    """
    instances = recall_per_instance(gaps)
    rows = []
    for method in order_methods(gaps["method"]):
        for domain, printed_column in _PAPER_DOMAIN.items():
            own = gaps[(gaps["method"] == method) & (gaps["domain"] == str(domain))]
            windows = instances[(instances["method"] == method) & (instances["domain"] == str(domain))]
            interval = cluster_bootstrap(
                windows["memory_recall"].to_numpy(dtype=float),
                list(windows["dialogue_id"]),
                resamples=resamples,
                seed=seed,
            )
            printed = expected.value(8, method, printed_column)
            rows.append(
                {
                    "method": method,
                    "domain": str(domain),
                    "instances": interval.values,
                    "dialogues": interval.clusters,
                    "memory_recall": interval.mean,
                    "ci_low": interval.low,
                    "ci_high": interval.high,
                    "paper_memory_recall": printed,
                    "difference": difference(interval.mean, printed),
                    "failed": int(own["failed"].astype(bool).sum()),
                    "scored_by": named(gaps.loc[gaps["method"] == method, "scored_by"]),
                    "detector": implementations.detector_of(method),
                    "embedder": implementations.embedder_of(method),
                }
            )
    return pd.DataFrame(rows, columns=list(COLUMNS))
