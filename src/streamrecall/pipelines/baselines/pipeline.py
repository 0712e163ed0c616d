"""The baselines pipeline."""

from __future__ import annotations

from kedro.pipeline import Pipeline

from streamrecall.memories import BASELINES, SUMMARISING
from streamrecall.pipelines.baselines.summary_memories import summary_memory_node
from streamrecall.pipelines.memory_nodes import memory_node


def create_pipeline() -> Pipeline:
    """Return one node per memory: the diagnostic references and the memory construction baselines."""
    return Pipeline(
        [summary_memory_node(name) if name in SUMMARISING else memory_node(name) for name in BASELINES]
    )
