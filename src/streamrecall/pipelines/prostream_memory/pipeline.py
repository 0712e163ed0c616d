"""The prostream_memory pipeline."""

from __future__ import annotations

from kedro.pipeline import Pipeline, node

from streamrecall.pipelines.probe_nodes import INPUTS
from streamrecall.pipelines.prostream_memory import probes
from streamrecall.pipelines.prostream_memory.windows import build_prostream

STEPS = ("prostream", "prostream_probe", "prostream_variant", "prostream_encoder")
"""The steps that distil, as datasets of calls spell them."""


def create_pipeline() -> Pipeline:
    """Return ProStream's memories of the windows, and the questions put to it and its variants."""
    distilling = ["params:prostream", "params:calls"]
    ask = [*INPUTS, *distilling]
    encoders = [each for each in ask if each != "params:encoder"]
    return Pipeline(
        [
            node(
                build_prostream,
                ["benchmark", "turns", "embedding_report", "params:memory", "params:encoder", *distilling],
                ["prostream_memories", "prostream_build_seconds", "prostream_calls"],
                name="build_prostream",
                tags="gpu",
            ),
            node(
                probes.probe_prostream,
                ask,
                [
                    "prostream_probes",
                    "prostream_probe_seconds",
                    "prostream_update_seconds",
                    "prostream_probe_calls",
                ],
                name="probe_prostream",
                tags="gpu",
            ),
            node(
                probes.probe_variants,
                [*ask, "params:probes"],
                ["prostream_variant_probes", "prostream_variant_probe_seconds", "prostream_variant_calls"],
                name="probe_prostream_variants",
                tags="gpu",
            ),
            node(
                probes.probe_encoders,
                [*encoders, "params:probes"],
                ["prostream_encoder_probes", "prostream_encoder_probe_seconds", "prostream_encoder_calls"],
                name="probe_prostream_encoders",
                tags="gpu",
            ),
        ]
    )
