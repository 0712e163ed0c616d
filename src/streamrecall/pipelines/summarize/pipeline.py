"""The summarize pipeline."""

from __future__ import annotations

from kedro.pipeline import Pipeline, node

from streamrecall.memories import MEMORIES
from streamrecall.pipelines.summarize.nodes import summarize_with


def create_pipeline() -> Pipeline:
    """Return one node per memory method."""
    return Pipeline(
        [
            node(
                summarize_with(method),
                inputs=["benchmark", f"{method}_memories", "params:summary"],
                outputs=f"{method}_summaries",
                name=f"summarize_with_{method}",
            )
            for method in MEMORIES
        ]
    )
