"""The summarize pipeline: what the readers of the memories write, summaries and answers."""

from __future__ import annotations

from kedro.pipeline import Pipeline, node

from streamrecall.memories import MEMORIES, STRUCTURED
from streamrecall.pipelines.memory_nodes import slug
from streamrecall.pipelines.probed_memories import PROBED_BASELINES, PROBED_REMEMBER
from streamrecall.pipelines.summarize.answering import answer_questions
from streamrecall.pipelines.summarize.nodes import CALLS, VARIANTS, summarize_windows

GROUPS = (*(slug(method) for method in MEMORIES), VARIANTS)
"""What is summarised: each method's memories, and ReMEMBER's with other detectors."""

PROBED = (
    "prostream",
    *(slug(method) for method in (*PROBED_BASELINES, *STRUCTURED, *PROBED_REMEMBER)),
    "prostream_variant",
    "prostream_encoder",
)
"""Whose questions are answered: each memory, ProStream's variants, and RAG and ProStream by encoder."""


def create_pipeline() -> Pipeline:
    """Return one node for all summaries and one for all answers, so that each model is loaded once for it."""
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
            ),
            node(
                answer_questions,
                inputs=["questions", "params:probes", "params:calls", *(f"{name}_probes" for name in PROBED)],
                outputs=["answers", "answer_seconds", "answer_calls"],
                name="answer_questions",
                tags="gpu",
            ),
        ]
    )
