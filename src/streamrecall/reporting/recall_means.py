"""Macro and micro memory recall of gap rows."""

from __future__ import annotations

import pandas as pd


def recall_per_instance(gaps: pd.DataFrame, column: str = "recalled") -> pd.DataFrame:
    """Return one row per method and window that has gaps: its dialogue, domain and memory recall."""
    keys = ["method", "window_id", "dialogue_id", "domain", "history_tokens"]
    labels = gaps[keys].assign(memory_recall=gaps[column].astype(float))
    return labels.groupby(keys, sort=False)["memory_recall"].mean().reset_index()


def mean_or_none(values: pd.Series) -> float | None:
    """Return the mean of the defined values, or None where there is none."""
    defined = pd.to_numeric(values, errors="coerce").dropna()
    return float(defined.mean()) if len(defined) else None


def difference(ours: float | None, printed: float | None) -> float | None:
    """Return ours minus the paper's, or None where either is missing."""
    return None if ours is None or printed is None else ours - printed


def named(values: pd.Series) -> str:
    """Return the distinct names in a column, joined by a comma."""
    return ", ".join(dict.fromkeys(str(value) for value in values.dropna()))
