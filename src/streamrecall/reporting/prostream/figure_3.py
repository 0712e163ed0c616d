"""Figure 3: seconds per query as the dialogue grows, and accuracy by distance of the evidence.

The paper draws its points without printing their values, so only ours are drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import matplotlib
import pandas as pd
import plotly.graph_objects as go
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from plotly.subplots import make_subplots

from streamrecall.records import Question

METHODS = ("RAG", "Full Context", "ProStream")
ACCURACY = ("bleu_4", "rouge_l", "bert_score", "evidence_similarity", "kem", "judge")
COLUMNS = ("method", "question_id", "turn", "evidence_distance", "seconds", "accuracy")
_MARKERS = ("o", "s", "^")
_LEFT, _RIGHT = "turns of the dialogue so far", "turns between question and evidence"


def figure_3_points(
    answers: pd.DataFrame,
    seconds: pd.DataFrame,
    questions: Sequence[Question],
    positions: Mapping[tuple[str, str], int],
) -> pd.DataFrame:
    """Return one point per question and method of ``METHODS``.

    Accuracy is the mean of the scores that the question has. The distance is that of the mean position of
    the evidence; None without evidence.

    Args:
        answers: Rows of results.
        seconds: Seconds per question and method.
        questions: What was asked.
        positions: Index of each turn, by dialogue id and turn id.
    """
    asked = {question.question_id: question for question in questions}
    measured = answers[(answers["experiment"] == "comparison") & answers["method"].isin(METHODS)]
    keys = ["experiment", "method", "question_id"]
    both = measured.merge(seconds[[*keys, "query_seconds"]], on=keys, validate="one_to_one")
    scores = both[list(ACCURACY)].astype(float).mean(axis=1)
    rows = []
    for row, accuracy in zip(both.to_dict("records"), scores, strict=True):
        question = asked[row["question_id"]]
        rows.append(
            (
                row["method"],
                question.question_id,
                question.horizon,
                _distance(question, positions),
                row["query_seconds"],
                accuracy,
            )
        )
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _distance(question: Question, positions: Mapping[tuple[str, str], int]) -> float | None:
    places = [positions[question.dialogue_id, turn_id] for turn_id in question.evidence]
    return question.asked_after - sum(places) / len(places) if places else None


def draw_figure_3(points: pd.DataFrame) -> Figure:
    """Return the figure for print; dashed lines are the means, as in the paper."""
    figure = Figure(figsize=(10, 3.8), layout="constrained")
    FigureCanvasAgg(figure)
    colours = matplotlib.colormaps["tab10"].colors  # type: ignore[attr-defined]
    left, right = figure.subplots(1, 2)
    for position, method in enumerate(METHODS):
        own = points[points["method"] == method]
        style = {"color": colours[position], "alpha": 0.6, "markersize": 4, "label": method}
        for panel, x, y in ((left, "turn", "seconds"), (right, "evidence_distance", "accuracy")):
            drawn = own[own[x].notna() & own[y].notna()]
            if len(drawn):
                panel.plot(drawn[x].tolist(), drawn[y].tolist(), _MARKERS[position], **style)
                panel.axhline(drawn[y].mean(), color=colours[position], linestyle="--", linewidth=1)
    left.set(xlabel=_LEFT, ylabel="seconds per query", yscale="log" if len(points) else "linear")
    right.set(xlabel=_RIGHT, ylabel="mean of the scores", ylim=(-0.03, 1.03))
    for panel in (left, right):
        panel.grid(alpha=0.3)
    if len(points):
        left.legend(fontsize="small")
    return figure


def plot_figure_3(points: pd.DataFrame) -> go.Figure:
    """Return the same figure for the browser: hovering names the question."""
    figure = make_subplots(rows=1, cols=2)
    colours = ("#1f77b4", "#ff7f0e", "#2ca02c")
    for method, colour in zip(METHODS, colours, strict=True):
        own = points[points["method"] == method]
        for column, x, y in ((1, "turn", "seconds"), (2, "evidence_distance", "accuracy")):
            drawn = own[own[x].notna() & own[y].notna()]
            figure.add_trace(
                go.Scatter(
                    x=drawn[x].tolist(),
                    y=drawn[y].tolist(),
                    text=drawn["question_id"].tolist(),
                    name=method,
                    mode="markers",
                    marker={"color": colour},
                    legendgroup=method,
                    showlegend=column == 1,
                ),
                row=1,
                col=column,
            )
    figure.update_layout(template="plotly_white", title="Latency and accuracy of RAG and full context")
    figure.update_xaxes(title=_LEFT, row=1, col=1)
    figure.update_xaxes(title=_RIGHT, row=1, col=2)
    figure.update_yaxes(title="seconds per query", type="log", row=1, col=1)
    figure.update_yaxes(title="mean of the scores", row=1, col=2)
    return figure
