"""The summarize pipeline."""

from __future__ import annotations

from kedro.pipeline import Pipeline, node

from streamrecall.memories import MEMORIES
from streamrecall.pipelines.memory_nodes import slug
from streamrecall.pipelines.summarize.nodes import summarize_with


def create_pipeline() -> Pipeline:
    """Return one node per memory method."""
    return Pipeline(
        [
            node(
                summarize_with(method),
                inputs=["benchmark", f"{slug(method)}_memories", "params:summary"],
                outputs=f"{slug(method)}_summaries",
                name=f"summarize_with_{slug(method)}",
            )
            for method in MEMORIES
        ]
    )
