"""The remember_memory pipeline."""

from __future__ import annotations

from kedro.pipeline import Pipeline

from streamrecall.memories import REMEMBER
from streamrecall.pipelines.memory_nodes import memory_node
from streamrecall.pipelines.probe_nodes import probe_node
from streamrecall.pipelines.probed_memories import PROBED_REMEMBER


def create_pipeline() -> Pipeline:
    """Return one node per memory: ReMEMBER, its ablations and its variants, for windows and questions."""
    return Pipeline(
        [
            *(memory_node(method) for method in REMEMBER),
            *(probe_node(method, probed) for method, probed in PROBED_REMEMBER.items()),
        ]
    )
