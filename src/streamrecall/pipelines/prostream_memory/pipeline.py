"""The prostream_memory pipeline."""

from __future__ import annotations

from kedro.pipeline import Pipeline, node

from streamrecall.memories import PROSTREAM
from streamrecall.pipelines.memory_nodes import memory_node
from streamrecall.pipelines.probe_nodes import INPUTS
from streamrecall.pipelines.prostream_memory import probes


def create_pipeline() -> Pipeline:
    """Return one node per memory, and the questions put to ProStream and its variants."""
    return Pipeline(
        [
            *(memory_node(method) for method in PROSTREAM),
            node(
                probes.probe_prostream,
                INPUTS,
                ["prostream_probes", "prostream_probe_seconds", "prostream_update_seconds"],
                name="probe_prostream",
            ),
            node(
                probes.probe_variants,
                INPUTS,
                ["prostream_variant_probes", "prostream_variant_probe_seconds"],
                name="probe_prostream_variants",
            ),
            node(
                probes.probe_encoders,
                INPUTS,
                ["prostream_encoder_probes", "prostream_encoder_probe_seconds"],
                name="probe_prostream_encoders",
            ),
        ]
    )
