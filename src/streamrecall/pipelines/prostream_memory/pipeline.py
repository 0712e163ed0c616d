"""The prostream_memory pipeline."""

from __future__ import annotations

from kedro.pipeline import Pipeline

from streamrecall.memories import PROSTREAM
from streamrecall.pipelines.memory_nodes import memory_node


def create_pipeline() -> Pipeline:
    """Return one node per memory: ProStream."""
    return Pipeline([memory_node(method) for method in PROSTREAM])
