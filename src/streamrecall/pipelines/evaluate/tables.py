"""The tables and figures of ReMEMBER beside the paper's values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go
from matplotlib.figure import Figure

from streamrecall.params import EvaluationParameters
from streamrecall.reporting import paired_tests as paired
from streamrecall.reporting import table_1 as one
from streamrecall.reporting import table_2 as two
from streamrecall.reporting import table_3 as three
from streamrecall.reporting import table_4 as four
from streamrecall.reporting import table_8 as eight
from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.figure_2 import draw_figure_2, figure_2_points, plot_figure_2
from streamrecall.reporting.markdown import render_table
from streamrecall.reporting.methods import Implementations

Plain = dict[str, Any]
Table = tuple[pd.DataFrame, str]


def tabulate_1(
    gaps: pd.DataFrame, expected: ExpectedValues, implementations: Plain, evaluation: EvaluationParameters
) -> Table:
    """Return Table 1: memory recall and its breakdown by gap type."""
    frame = one.table_1(
        gaps,
        expected,
        Implementations(**implementations),
        resamples=evaluation.resamples,
        seed=evaluation.seed,
    )
    return frame, section(1, frame, expected, one.NOTES)


def tabulate_2(summaries: pd.DataFrame, expected: ExpectedValues, implementations: Plain) -> Table:
    """Return Table 2: summary quality by length bin."""
    frame = two.table_2(summaries, expected, Implementations(**implementations))
    return frame, section(2, frame, expected, two.NOTES)


def tabulate_3(gaps: pd.DataFrame, expected: ExpectedValues, implementations: Plain) -> Table:
    """Return Table 3: gaps per type in memory and in the summary."""
    frame = three.table_3(gaps, expected, Implementations(**implementations))
    return frame, section(3, frame, expected, three.NOTES)


def tabulate_4(
    gaps: pd.DataFrame, summaries: pd.DataFrame, expected: ExpectedValues, implementations: Plain
) -> Table:
    """Return Table 4: the ablations, with the summaries of the first summarizer."""
    first = summaries[summaries["summarizer"].isin(summaries["summarizer"].head(1))]
    named = implementations | {"summarizer": ", ".join(summaries["summarizer"].head(1))}
    frame = four.table_4(gaps, first, expected, Implementations(**named))
    return frame, section(4, frame, expected, four.NOTES)


def tabulate_8(
    gaps: pd.DataFrame, expected: ExpectedValues, implementations: Plain, evaluation: EvaluationParameters
) -> Table:
    """Return Table 8: memory recall by domain."""
    frame = eight.table_8(
        gaps,
        expected,
        Implementations(**implementations),
        resamples=evaluation.resamples,
        seed=evaluation.seed,
    )
    return frame, section(8, frame, expected, eight.NOTES)


def compare_with_reference(gaps: pd.DataFrame, evaluation: EvaluationParameters) -> Table:
    """Return the paired test of every method against the reference method."""
    frame = paired.paired_tests(
        gaps, reference=evaluation.reference, resamples=evaluation.resamples, seed=evaluation.seed
    )
    return frame, render_table(frame, f"Every method against {evaluation.reference}", paired.NOTES)


def draw_recall_against_build_time(gaps: pd.DataFrame, memories: pd.DataFrame) -> tuple[Figure, go.Figure]:
    """Return Figure 2: recall against build seconds by length bin, for print and for the browser."""
    points = figure_2_points(gaps, memories)
    return draw_figure_2(points), plot_figure_2(points)


def headline_metrics(table_1: pd.DataFrame) -> Plain:
    """Return the headline numbers that DVC tracks."""
    recall = {row["method"]: round(row["memory_recall"], 6) for row in table_1.to_dict("records")}
    return {"memory_recall": recall, "instances": int(table_1["instances"].max())}


def section(number: int, frame: pd.DataFrame, expected: ExpectedValues, notes: Sequence[str]) -> str:
    """Return a table of the paper as Markdown, with its title, its notes and the command."""
    return render_table(
        frame, f"Table {number}: {expected.titles[number]}", notes, command="uv run kedro run"
    )
