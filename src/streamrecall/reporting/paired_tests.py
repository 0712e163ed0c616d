"""Every memory method against Hybrid, pair by pair (not in the paper)."""

from __future__ import annotations

import pandas as pd

from streamrecall.metrics.cluster_bootstrap import RESAMPLES
from streamrecall.metrics.paired_test import PairedTest, paired_test
from streamrecall.reporting.methods import REFERENCE, order_methods
from streamrecall.reporting.recall_means import named, recall_per_instance

COLUMNS = (
    "method", "reference", "difference", "ci_low", "ci_high", "p", "instances", "difference_micro",
    "ci_low_micro", "ci_high_micro", "p_micro", "gaps", "dialogues", "exact", "unpaired", "scored_by",
)  # fmt: skip

NOTES = (
    "difference: memory recall of the method minus that of the reference, over the instances (micro: gaps) "
    "both have; 95 % bootstrap by dialogue. p: two-sided sign-flip test over dialogues; with n dialogues it "
    "cannot fall below 2 / 2^n.",
    "unpaired: gaps that only one of the two methods has.",
)


def paired_tests(
    gaps: pd.DataFrame, *, reference: str = REFERENCE, resamples: int = RESAMPLES, seed: int = 0
) -> pd.DataFrame:
    """Return one row per method other than the reference; none where the reference was not run.

    Args:
        gaps: Gap rows (``metrics.rows.GAP_COLUMNS``).
        reference: The method that the others are compared with.
        resamples: Bootstrap resamples and, with many dialogues, sign draws.
        seed: Seed of both.
    """
    instances = recall_per_instance(gaps)
    units = gaps.assign(recalled=gaps["recalled"].astype(float))
    rows = []
    for method in order_methods(gaps["method"]):
        if method == reference or reference not in set(gaps["method"]):
            continue
        macro_pairs = _pair(instances, ["dialogue_id", "window_id"], "memory_recall", method, reference)
        micro_pairs = _pair(units, ["dialogue_id", "window_id", "gap_id"], "recalled", method, reference)
        macro = _test(macro_pairs, resamples, seed)
        micro = _test(micro_pairs, resamples, seed)
        sizes = gaps["method"].isin([method, reference]).sum()
        rows.append(
            {
                "method": method,
                "reference": reference,
                "difference": macro.difference,
                "ci_low": macro.low,
                "ci_high": macro.high,
                "p": macro.p,
                "instances": macro.pairs,
                "difference_micro": micro.difference,
                "ci_low_micro": micro.low,
                "ci_high_micro": micro.high,
                "p_micro": micro.p,
                "gaps": micro.pairs,
                "dialogues": micro.clusters,
                "exact": micro.exact,
                "unpaired": int(sizes - 2 * micro.pairs),
                "scored_by": named(gaps.loc[gaps["method"] == method, "scored_by"]),
            }
        )
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _pair(frame: pd.DataFrame, keys: list[str], value: str, method: str, reference: str) -> pd.DataFrame:
    ours, theirs = (frame.loc[frame["method"] == name, [*keys, value]] for name in (method, reference))
    return ours.merge(theirs, on=keys, suffixes=("", "_reference"), validate="one_to_one").rename(
        columns={value: "ours", f"{value}_reference": "theirs"}
    )


def _test(pairs: pd.DataFrame, resamples: int, seed: int) -> PairedTest:
    return paired_test(
        pairs["ours"].to_list(),
        pairs["theirs"].to_list(),
        pairs["dialogue_id"].to_list(),
        resamples=resamples,
        seed=seed,
    )
