"""Figure 2: memory recall against build time, by dialogue-length bin.

The paper draws its points without printing their values, so only ours are drawn.
"""

from __future__ import annotations

from pathlib import Path

import matplotlib
import pandas as pd
import plotly.graph_objects as go
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from streamrecall.reporting.length_bins import LENGTH_BINS, length_bin
from streamrecall.reporting.methods import order_methods
from streamrecall.reporting.recall_means import recall_per_instance

COLUMNS = ("method", "length_bin", "instances", "memory_recall", "build_seconds")
_SHORTEST = 1e-6
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "*", "h", "p")


def figure_2_points(gaps: pd.DataFrame, memories: pd.DataFrame) -> pd.DataFrame:
    """Return one point per method and length bin that has instances with gaps.

    Args:
        gaps: Gap rows (``metrics.rows.GAP_COLUMNS``).
        memories: Memory rows (``metrics.rows.MEMORY_COLUMNS``), whose ``build_seconds`` are averaged over
            the same instances.
    """
    keys = ["method", "dialogue_id", "window_id"]
    windows = recall_per_instance(gaps).merge(
        memories[[*keys, "build_seconds"]], on=keys, validate="one_to_one"
    )
    windows = windows.assign(length_bin=windows["history_tokens"].map(length_bin))
    rows = []
    for method in order_methods(windows["method"]):
        for name in LENGTH_BINS:
            own = windows[(windows["method"] == method) & (windows["length_bin"] == name)]
            if len(own):
                rows.append(
                    (method, name, len(own), own["memory_recall"].mean(), own["build_seconds"].mean())
                )
    return pd.DataFrame(rows, columns=list(COLUMNS))


def draw_figure_2(points: pd.DataFrame) -> Figure:
    """Return the figure for print: one panel per length bin, build time on a logarithmic axis."""
    figure = Figure(figsize=(11, 3.8), layout="constrained")
    FigureCanvasAgg(figure)
    colours = matplotlib.colormaps["tab20"].colors  # type: ignore[attr-defined]
    methods = order_methods(points["method"])
    panels = figure.subplots(1, len(LENGTH_BINS), sharex=True, sharey=True)
    for panel, name in zip(panels, LENGTH_BINS, strict=True):
        own = points[points["length_bin"] == name]
        for position, method in enumerate(methods):
            of_method = own[own["method"] == method]
            panel.plot(
                of_method["build_seconds"].clip(lower=_SHORTEST).tolist(),
                of_method["memory_recall"].tolist(),
                _MARKERS[position % len(_MARKERS)],
                color=colours[position % len(colours)],
                label=method,
            )
        instances = int(own["instances"].max()) if len(own) else 0
        panel.set(title=f"{name} tokens (n = {instances})", xscale="log", ylim=(-0.03, 1.03))
        panel.set_xlabel("build time (s)")
        panel.grid(alpha=0.3)
    panels[0].set_ylabel("memory recall")
    handles = {
        label: handle
        for panel in panels
        for handle, label in zip(*panel.get_legend_handles_labels(), strict=True)
    }
    if handles:
        figure.legend(handles.values(), handles.keys(), loc="outside right center", fontsize="small")
    return figure


def save_figure_2(points: pd.DataFrame, path: Path) -> None:
    """Write the figure as PNG; equal points give equal bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draw_figure_2(points).savefig(path, dpi=150, metadata={"Software": None})


def plot_figure_2(points: pd.DataFrame) -> go.Figure:
    """Return the same figure for the browser: one trace per method, a point per length bin."""
    figure = go.Figure()
    for method in order_methods(points["method"]):
        own = points[points["method"] == method]
        figure.add_trace(
            go.Scatter(
                x=own["build_seconds"].clip(lower=_SHORTEST).tolist(),
                y=own["memory_recall"].tolist(),
                text=[f"{row.length_bin} (n = {row.instances})" for row in own.itertuples(index=False)],
                name=method,
                mode="lines+markers",
                hovertemplate="%{text}<br>%{x:.3g} s<br>recall %{y:.3f}",
            )
        )
    figure.update_layout(template="plotly_white", title="Memory recall against build time")
    figure.update_xaxes(type="log", title="build time (s)")
    figure.update_yaxes(range=[-0.03, 1.03], title="memory recall")
    return figure
