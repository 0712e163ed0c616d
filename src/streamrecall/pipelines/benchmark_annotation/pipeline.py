"""The benchmark_annotation pipeline."""

from __future__ import annotations

from kedro.pipeline import Pipeline, node

from streamrecall.pipelines.benchmark_annotation.nodes import select_windows, state_facts, write_benchmark


def create_pipeline() -> Pipeline:
    """Return the pipeline that takes a corpus's own annotations, checks them and writes instances."""
    return Pipeline(
        [
            node(
                select_windows,
                inputs=["raw_annotations", "params:windows"],
                outputs=["selected_windows", "window_selection"],
                name="select_windows",
            ),
            node(
                state_facts,
                inputs=["selected_windows", "turns"],
                outputs=["window_facts", "salient_facts", "gap_facts"],
                name="state_facts",
            ),
            node(
                write_benchmark,
                inputs=["selected_windows", "window_facts", "salient_facts", "gap_facts"],
                outputs="benchmark",
                name="write_benchmark",
            ),
        ]
    )
