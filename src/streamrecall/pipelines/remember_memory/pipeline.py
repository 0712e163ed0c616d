"""The remember_memory pipeline."""

from __future__ import annotations

from kedro.pipeline import Pipeline, node

from streamrecall.memories import DETECTING, REMEMBER
from streamrecall.pipelines.memory_nodes import memory_node
from streamrecall.pipelines.probe_nodes import probe_node
from streamrecall.pipelines.probed_memories import PROBED_REMEMBER
from streamrecall.pipelines.remember_memory.detection import detect_gaps
from streamrecall.pipelines.remember_memory.gap_memories import detector_variants_node, gap_memory_node


def create_pipeline() -> Pipeline:
    """Return gap detection, and ReMEMBER with its ablations and variants, for windows and questions."""
    detecting = node(
        detect_gaps,
        inputs=["benchmark", "params:detection", "params:calls"],
        outputs=["detections", "detection_seconds", "detection_calls"],
        name="detect_gaps",
        tags="gpu",
    )
    memories = [gap_memory_node(name) if name in DETECTING else memory_node(name) for name in REMEMBER]
    probes = [probe_node(method, probed) for method, probed in PROBED_REMEMBER.items()]
    return Pipeline([detecting, *memories, detector_variants_node(), *probes])
