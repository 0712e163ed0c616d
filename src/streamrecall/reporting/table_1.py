"""Table 1: memory recall and its breakdown by gap type."""

from __future__ import annotations

import pandas as pd

from streamrecall.metrics.cluster_bootstrap import RESAMPLES, cluster_bootstrap
from streamrecall.records import GapType
from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.methods import Implementations, order_methods
from streamrecall.reporting.recall_means import difference, named, recall_per_instance

COLUMNS = (
    "method", "memory_recall", "memory_recall_micro", "ci_low", "ci_high", "referential", "attribute",
    "relational", "gaps", "failed", "paper_memory_recall", "difference", "micro_ci_low", "micro_ci_high",
    "memory_recall_all", "paper_referential", "paper_attribute", "paper_relational", "instances", "dialogues",
    "scored_by", "detector", "embedder", "memory_writer",
)  # fmt: skip

NOTES = (
    "memory_recall is the mean over instances (macro, as the paper prints it); memory_recall_micro is the "
    "share of all gaps. Any evidence turn suffices; memory_recall_all (macro) asks for every one.",
    "ci_low and ci_high: 95 % percentile bootstrap of memory_recall, resampled by dialogue; blank with one "
    "dialogue.",
    "referential, attribute, relational: gaps of the type that are in memory, out of all gaps of all types. "
    "The paper's caption says 'of that type', but its row of Ideal Memory is the distribution of the types.",
    "failed: gaps of cases without a usable memory, summary or verdict; what is missing counts as negative.",
    "memory_writer: what wrote the summary that is the memory. The extractive one stands in for the paper's "
    "model.",
)


def table_1(
    gaps: pd.DataFrame,
    expected: ExpectedValues,
    implementations: Implementations,
    *,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> pd.DataFrame:
    """Return one row per method with the paper's values beside ours.

    Args:
        gaps: Gap rows (``metrics.rows.GAP_COLUMNS``).
        expected: The paper's printed values.
        implementations: What stood behind the ports in this run.
        resamples: Bootstrap resamples.
        seed: Bootstrap seed.
    """
    instances = recall_per_instance(gaps)
    all_evidence = recall_per_instance(gaps, "recalled_all")
    rows = []
    for method in order_methods(gaps["method"]):
        own = gaps[gaps["method"] == method]
        windows = instances[instances["method"] == method]
        macro = cluster_bootstrap(
            windows["memory_recall"].to_numpy(dtype=float),
            list(windows["dialogue_id"]),
            resamples=resamples,
            seed=seed,
        )
        micro = cluster_bootstrap(
            own["recalled"].to_numpy(dtype=float), list(own["dialogue_id"]), resamples=resamples, seed=seed
        )
        printed = expected.value(1, method, "Memory Recall")
        rows.append(
            {
                "method": method,
                "memory_recall": macro.mean,
                "memory_recall_micro": micro.mean,
                "ci_low": macro.low,
                "ci_high": macro.high,
                **_type_shares(own),
                "gaps": len(own),
                "failed": int(own["failed"].astype(bool).sum()),
                "paper_memory_recall": printed,
                "difference": difference(macro.mean, printed),
                "micro_ci_low": micro.low,
                "micro_ci_high": micro.high,
                "memory_recall_all": all_evidence.loc[
                    all_evidence["method"] == method, "memory_recall"
                ].mean(),
                **{
                    f"paper_{kind}": expected.value(1, method, f"{kind.capitalize()} Gap") for kind in GapType
                },
                "instances": macro.values,
                "dialogues": macro.clusters,
                "scored_by": named(own["scored_by"]),
                "detector": implementations.detector_of(method),
                "embedder": implementations.embedder_of(method),
                "memory_writer": implementations.memory_writer_of(method),
            }
        )
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _type_shares(gaps: pd.DataFrame) -> dict[str, float]:
    recalled = gaps["recalled"].astype(bool)
    return {str(kind): float((recalled & (gaps["type"] == str(kind))).mean()) for kind in GapType}
