"""The baselines pipeline."""

from __future__ import annotations

from kedro.pipeline import Pipeline

from streamrecall.memories import BASELINES
from streamrecall.pipelines.memory_nodes import memory_node


def create_pipeline() -> Pipeline:
    """Return one node per memory: the diagnostic references and the memory construction baselines."""
    return Pipeline([memory_node(method) for method in BASELINES])
