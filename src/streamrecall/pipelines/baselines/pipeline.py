"""The baselines pipeline."""

from __future__ import annotations

from kedro.pipeline import Pipeline

from streamrecall.memories import BASELINES, PLAIN, STRUCTURED, SUMMARISING
from streamrecall.pipelines.baselines.structured_memories import (
    structured_memory_node,
    structured_probe_node,
)
from streamrecall.pipelines.baselines.summary_memories import summary_memory_node
from streamrecall.pipelines.memory_nodes import memory_node
from streamrecall.pipelines.probe_nodes import probe_node
from streamrecall.pipelines.probed_memories import PROBED_BASELINES


def create_pipeline() -> Pipeline:
    """Return one node per memory: the diagnostic references and the baselines, for windows and questions."""
    return Pipeline(
        [
            *(
                summary_memory_node(name) if name in SUMMARISING else memory_node(name)
                for name in (*BASELINES, *PLAIN)
            ),
            *(probe_node(method, probed) for method, probed in PROBED_BASELINES.items()),
            *(structured_memory_node(method) for method in STRUCTURED),
            *(structured_probe_node(method) for method in STRUCTURED),
        ]
    )
