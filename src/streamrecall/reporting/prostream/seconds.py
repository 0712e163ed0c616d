"""Measured seconds: the Time columns of Tables 1 and 2, and the cost of an update (appendix E)."""

from __future__ import annotations

from statistics import fmean

import pandas as pd

from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.prostream.answer_means import SHOWS, methods_in
from streamrecall.reporting.prostream.table_1 import ORDER, ROWS
from streamrecall.reporting.prostream.table_2 import PAPER_NAMES, VARIANTS
from streamrecall.reporting.recall_means import difference

QUERY_COLUMNS = (
    "table", "method", "embedder", "time", "paper_time", "difference_time", "time_median", "time_p95",
    "recall_seconds", "answer_seconds", "observe_seconds", "build_seconds", "questions",
    *(f"paper_time_{short}" for short in SHOWS.values()),
)  # fmt: skip
QUERY_NOTES = (
    "time: mean seconds from question to answer, recall and answerer together; observing the turns before it "
    "is observe_seconds, per question; organising the history before it build_seconds, which is not in time.",
    "Measured on the machine of this run, with whatever else it was doing, after the vectors of most texts "
    "were in the cache; the paper's times include a language model's answer on a GPU.",
)

UPDATE_COLUMNS = (
    "stage",
    "seconds_per_update",
    "paper_seconds_per_update",
    "share",
    "paper_share",
    "updates",
)
PAPER_SECONDS = {"sensing": 0.0046, "distillation": 0.7231, "hierarchy": 0.0203}
"""Appendix E: seconds per update of the sensing buffer, the distillation and the hierarchy."""

UPDATE_NOTES = (
    "sensing holds the embedding of the units and the boundary detection; distillation is by rules here and "
    "by two models in the paper; hierarchy is pending buffer, mounting, pruning and merging.",
    "The paper prints a total of .7434 for parts that add up to .7480.",
    "Measured while the questions were put to ProStream; vectors that the cache held cost a lookup.",
)


def query_seconds_table(seconds: pd.DataFrame, expected: ExpectedValues) -> pd.DataFrame:
    """Return the seconds per query of the methods of Table 1, then of the encoders of Table 2.

    Args:
        seconds: One row per question and method.
        expected: The paper's printed values.
    """
    rows = []
    compared = seconds[seconds["experiment"] == "comparison"]
    for method in methods_in(compared, ORDER):
        own = compared[compared["method"] == method]
        rows.append(_query_row(1, ROWS.get(method, method), own, expected))
    both = seconds[seconds["method"].isin(VARIANTS) & seconds["experiment"].isin(["comparison", "encoders"])]
    for (encoder, variant), own in both.groupby(["embedder", "method"], sort=False):
        name = PAPER_NAMES.get(str(encoder), str(encoder))
        rows.append(_query_row(2, f"{name} / {variant}", own, expected))
    return pd.DataFrame(rows, columns=list(QUERY_COLUMNS))


def update_seconds_table(updates: pd.DataFrame) -> pd.DataFrame:
    """Return where the seconds of an update go, over all dialogues.

    Args:
        updates: One row per dialogue: ``updates`` and the seconds of each stage.
    """
    count = int(updates["updates"].sum())
    if not count:
        return pd.DataFrame(columns=list(UPDATE_COLUMNS))
    ours = {
        "sensing": float((updates["embedding"] + updates["sensing"]).sum()) / count,
        **{stage: float(updates[stage].sum()) / count for stage in ("distillation", "hierarchy")},
    }
    total, papers = sum(ours.values()), sum(PAPER_SECONDS.values())
    rows = [
        (stage, value, PAPER_SECONDS[stage], value / total, PAPER_SECONDS[stage] / papers, count)
        for stage, value in ours.items()
    ]
    return pd.DataFrame([*rows, ("total", total, papers, 1.0, 1.0, count)], columns=list(UPDATE_COLUMNS))


def _query_row(table: int, row: str, own: pd.DataFrame, expected: ExpectedValues) -> dict[str, object]:
    printed = {short: expected.value(table, row, f"{show} / Time") for show, short in SHOWS.items()}
    known = [value for value in printed.values() if value is not None]
    mean = fmean(known) if known else None
    time = float(own["query_seconds"].mean())
    return {
        "table": table,
        "method": str(own["method"].iloc[0]),
        "embedder": own["embedder"].iloc[0],
        "time": time,
        "paper_time": mean,
        "difference_time": difference(time, mean),
        "time_median": float(own["query_seconds"].median()),
        "time_p95": float(own["query_seconds"].quantile(0.95)),
        **{
            f"{part}_seconds": float(own[f"{part}_seconds"].mean())
            for part in ("recall", "answer", "observe", "build")
        },
        "questions": len(own),
        **{f"paper_time_{short}": value for short, value in printed.items()},
    }
