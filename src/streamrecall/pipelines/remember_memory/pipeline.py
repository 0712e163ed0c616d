"""The remember_memory pipeline."""

from __future__ import annotations

from kedro.pipeline import Pipeline

from streamrecall.memories import REMEMBER
from streamrecall.pipelines.memory_nodes import memory_node


def create_pipeline() -> Pipeline:
    """Return one node per memory: ReMEMBER, its ablations and its variants."""
    return Pipeline([memory_node(method) for method in REMEMBER])
