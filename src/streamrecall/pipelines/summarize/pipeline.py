"""The summarize pipeline."""

from __future__ import annotations

from kedro.pipeline import Pipeline, node

from streamrecall.memories import MEMORIES
from streamrecall.pipelines.memory_nodes import slug
from streamrecall.pipelines.summarize.nodes import CALLS, VARIANTS, summarize_windows

GROUPS = (*(slug(method) for method in MEMORIES), VARIANTS)
"""What is summarised: each method's memories, and ReMEMBER's with other detectors."""


def create_pipeline() -> Pipeline:
    """Return one node for all memories, so that each summarizer is loaded once and asked in one batch."""
    return Pipeline(
        [
            node(
                summarize_windows,
                inputs={
                    "benchmark": "benchmark",
                    "summary": "params:summary",
                    "calls": "params:calls",
                    **{group: f"{group}_memories" for group in GROUPS},
                },
                outputs={**{group: f"{group}_summaries" for group in GROUPS}, CALLS: "summary_calls"},
                name="summarize_windows",
                tags="gpu",
            )
        ]
    )
