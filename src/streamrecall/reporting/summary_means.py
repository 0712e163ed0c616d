"""Means of the summary metrics over a group of summaries."""

from __future__ import annotations

import pandas as pd

from streamrecall.metrics.composite import composite
from streamrecall.reporting.recall_means import mean_or_none

PAPER_COLUMNS = {
    "window_completeness": "Win-Comp",
    "gap_resolution_completeness": "Gap-Comp",
    "conciseness": "Conc",
    "faithfulness": "Faith",
    "composite": "Composite",
}
"""Our column -> the paper's."""

SUMMARY_NOTES = (
    "gap_resolution_completeness is left out of the mean where a memory resolves no gap of the window; "
    "gap_resolution_defined counts the summaries it is a mean of. An empty memory counts as 0, as the paper "
    "counts No Memory.",
    "composite is the mean of the four means.",
)


def summary_means(summaries: pd.DataFrame) -> dict[str, float | None]:
    """Return the mean of each summary metric over instances and summarizers; None where undefined.

    The composite is the mean of the four means, as in the paper, so that it rests on every summary and not
    only on those with a defined gap-resolution completeness.
    """
    parts = {name: mean_or_none(summaries[name]) for name in PAPER_COLUMNS if name != "composite"}
    return {**parts, "composite": composite(**parts)}
