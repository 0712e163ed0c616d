"""Figure 5: ProStream beside Full Context, by the model that answers and by how complex the context is.

The paper prints no values of this figure except relative gains above its bars, so only ours are drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from plotly.subplots import make_subplots

from streamrecall.reporting.prostream.figure_3 import ACCURACY

METHODS = ("ProStream", "Full Context")
OURS, FULL = METHODS
LEVELS = ("low", "medium", "high")
BACKBONE, COMPLEXITY = "backbone", "complexity"
COLUMNS = (
    "panel", "setting", "method", "performance", "gain", "seconds", "questions", "lowest_complexity",
    "highest_complexity", "measured_by", "unit", "corpus", "answerer",
)  # fmt: skip
COMPLEXITY_COLUMNS = ("method", "question_id", "complexity", "measured_by", "unit")
NOTES = (
    "performance: mean over the questions of the mean of the scores that each has, as in Figure 3. gain: "
    "ProStream's over Full Context's, relative, in per cent. seconds: mean from question to answer, as "
    "measured.",
    "backbone: each model that answers (probes.answerer and probes.backbones) from the same contexts.",
    "complexity: thirds of the questions by the complexity of their full context, as the answerer reads it; "
    "the paper does not say how it forms its levels. lowest_ and highest_complexity are those of the row's "
    "own contexts. measured_by and unit say what measured: the paper takes GPT-2's cross-entropy, with which "
    "the stand-in without a model does not compare.",
    "The paper prints no values of this figure.",
)
_COLOURS = {OURS: "#2ca02c", FULL: "#d62728"}


def figure_5_points(answers: pd.DataFrame, seconds: pd.DataFrame, complexity: pd.DataFrame) -> pd.DataFrame:
    """Return one row per question, method and answerer: performance, seconds and complexity.

    Args:
        answers: Rows of results.
        seconds: Seconds per question, method and answerer.
        complexity: Rows of ``COMPLEXITY_COLUMNS``.
    """
    own = answers[answers["experiment"].isin(["comparison", "backbones"]) & answers["method"].isin(METHODS)]
    keys = ["experiment", "method", "answerer", "question_id"]
    both = own.merge(seconds[[*keys, "query_seconds"]], on=keys, validate="one_to_one")
    both["performance"] = both[list(ACCURACY)].astype(float).mean(axis=1)
    return both.merge(complexity, on=["method", "question_id"], how="left", validate="many_to_one")


def figure_5_table(points: pd.DataFrame) -> pd.DataFrame:
    """Return one row of ``COLUMNS`` per bar of the figure."""
    rows = [
        row
        for answerer in dict.fromkeys(points["answerer"])
        for row in _bars(BACKBONE, str(answerer), points[points["answerer"] == answerer])
    ]
    first = points[points["experiment"] == "comparison"]
    for level, own in zip(LEVELS, complexity_levels(first), strict=True):
        rows += _bars(COMPLEXITY, level, own)
    return pd.DataFrame(rows, columns=list(COLUMNS))


def complexity_levels(points: pd.DataFrame) -> list[pd.DataFrame]:
    """Return the points of each level, low to high.

    The levels are thirds of the questions by the complexity of their full context, ties kept together: so
    both methods answer the same questions in each.
    """
    full = points[(points["method"] == FULL) & points["complexity"].notna()].set_index("question_id")
    if full.empty:
        return [points.iloc[:0]] * len(LEVELS)
    values = full["complexity"].astype(float)
    edges = [-np.inf, *np.quantile(values, [1 / 3, 2 / 3]), np.inf]
    return [
        points[points["question_id"].isin(values.index[(values > low) & (values <= high)])]
        for low, high in pairwise(edges)
    ]


def draw_figure_5(table: pd.DataFrame, points: pd.DataFrame) -> Figure:
    """Return the figure for print: performance left, seconds right, distributions over the lower left."""
    figure = Figure(figsize=(10, 6.4), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(2, 2)
    for row, panel in enumerate((BACKBONE, COMPLEXITY)):
        own = table[table["panel"] == panel]
        _draw_bars(axes[row][0], own, "performance", "mean of the scores")
        _draw_bars(axes[row][1], own, "seconds", "seconds per query")
        axes[row][0].set_title("(a) by answering model" if panel == BACKBONE else "(b) by complexity")
    _draw_distributions(axes[1][0].inset_axes((0.02, 0.72, 0.4, 0.26)), points)
    if len(table):
        axes[0][0].legend(fontsize="small")
    return figure


def plot_figure_5(table: pd.DataFrame, points: pd.DataFrame) -> go.Figure:
    """Return the same figure for the browser, the distributions of complexity in a row of their own."""
    figure = make_subplots(
        rows=3,
        cols=2,
        specs=[[{}, {}], [{}, {}], [{"colspan": 2}, None]],
        subplot_titles=(
            "performance by answering model",
            "seconds by answering model",
            "performance by complexity",
            "seconds by complexity",
            "complexity of the contexts",
        ),
    )
    for method in METHODS:
        for row, panel in enumerate((BACKBONE, COMPLEXITY), start=1):
            own = table[(table["panel"] == panel) & (table["method"] == method)]
            for column, value in enumerate(("performance", "seconds"), start=1):
                bar = go.Bar(
                    x=own["setting"].tolist(),
                    y=own[value].tolist(),
                    name=method,
                    marker={"color": _COLOURS[method]},
                    legendgroup=method,
                    showlegend=row == column == 1,
                )
                figure.add_trace(bar, row=row, col=column)
        histogram = go.Histogram(
            x=_complexities(points, method).tolist(),
            name=method,
            marker={"color": _COLOURS[method]},
            opacity=0.6,
            legendgroup=method,
            showlegend=False,
        )
        figure.add_trace(histogram, row=3, col=1)
    figure.update_layout(template="plotly_white", barmode="group", title="ProStream and full context")
    return figure


def _bars(panel: str, setting: str, points: pd.DataFrame) -> list[dict[str, object]]:
    means = {method: points.loc[points["method"] == method, "performance"].mean() for method in METHODS}
    rows = []
    for method in METHODS:
        own = points[points["method"] == method]
        if own.empty:
            continue
        gain = 100 * (means[OURS] / means[FULL] - 1) if method == OURS and means[FULL] else None
        measured = panel == COMPLEXITY
        rows.append(
            {
                "panel": panel,
                "setting": setting,
                "method": method,
                "performance": means[method],
                "gain": gain,
                "seconds": own["query_seconds"].mean(),
                "questions": len(own),
                "lowest_complexity": own["complexity"].min() if measured else None,
                "highest_complexity": own["complexity"].max() if measured else None,
                "measured_by": _one(own["measured_by"]) if measured else "",
                "unit": _one(own["unit"]) if measured else "",
                "corpus": _one(own["corpus"]),
                "answerer": _one(own["answerer"]),
            }
        )
    return rows


def _one(values: pd.Series) -> str:
    return ", ".join(dict.fromkeys(str(value) for value in values.dropna()))


def _draw_bars(axes: Axes, table: pd.DataFrame, value: str, label: str) -> None:
    settings = list(dict.fromkeys(table["setting"]))
    for shift, method in zip((-0.2, 0.2), METHODS, strict=True):
        own = table[table["method"] == method].set_index("setting")
        places = [place for place, setting in enumerate(settings) if setting in own.index]
        heights = [float(own.loc[settings[place], value]) for place in places]
        axes.bar([place + shift for place in places], heights, 0.4, color=_COLOURS[method], label=method)
        if value != "performance" or method != OURS:
            continue
        for place, height in zip(places, heights, strict=True):
            gain = own.loc[settings[place], "gain"]
            if pd.notna(gain):
                axes.annotate(f"{gain:+.0f} %", (place + shift, height), ha="center", va="bottom", fontsize=8)
    axes.set_xticks(range(len(settings)), settings)
    axes.set(ylabel=label)
    axes.margins(y=0.35)
    axes.grid(axis="y", alpha=0.3)


def _draw_distributions(axes: Axes, points: pd.DataFrame) -> None:
    values = [_complexities(points, method) for method in METHODS]
    edges: Sequence[float] | int = 20
    known = np.concatenate(values)
    if known.size:
        edges = np.linspace(known.min(), known.max() + 1e-9, 21).tolist()
    for method, own in zip(METHODS, values, strict=True):
        if own.size:
            axes.hist(own, edges, density=True, histtype="step", color=_COLOURS[method])
    axes.set_yticks([])
    axes.tick_params(labelsize=6)
    axes.set_title("complexity", fontsize=7)


def _complexities(points: pd.DataFrame, method: str) -> np.ndarray:
    own = points[(points["method"] == method) & (points["experiment"] == "comparison")]
    return own["complexity"].dropna().astype(float).to_numpy()
