"""Memories that look for detected gaps, and ReMEMBER once more with every other detector."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Protocol

import pandas as pd
from kedro.pipeline import Node, node

from streamrecall.memories import MEMORIES, MemoryParts
from streamrecall.params import EncoderParameters, MemoryParameters
from streamrecall.pipelines.encoders import open_encoder
from streamrecall.pipelines.memory_nodes import (
    SECONDS,
    Rows,
    memory_line,
    replay_method,
    seconds_line,
    slug,
)
from streamrecall.pipelines.remember_memory.detection import read_detections
from streamrecall.remember.memory import ReMEMBER

_INPUTS = {
    **{name: name for name in ("benchmark", "turns", "embedding_report", "detections")},
    "memory": "params:memory",
    "encoder": "params:encoder",
}


class BuildGapMemories(Protocol):
    """Builds the memories of every benchmark window; returns them and their build times."""

    __name__: str

    def __call__(  # noqa: D102
        self,
        *,
        benchmark: Rows,
        turns: pd.DataFrame,
        embedding_report: pd.DataFrame,
        detections: Rows,
        memory: MemoryParameters,
        encoder: EncoderParameters,
        detection_seconds: pd.DataFrame,
    ) -> tuple[Rows, pd.DataFrame]: ...


def gap_memory_node(method: str) -> Node:
    """Return the node that builds the memories of one method of ``memories.DETECTING``."""
    name = slug(method)
    return node(
        build_gap_memories_of(method),
        inputs={**_INPUTS, "detection_seconds": "detection_seconds"},
        outputs=[f"{name}_memories", f"{name}_build_seconds"],
        name=f"build_{name}",
    )


def detector_variants_node() -> Node:
    """Return the node that builds ReMEMBER's memories with every detector but the first."""
    return node(
        build_detector_variants,
        inputs=_INPUTS,
        outputs="detector_variants_memories",
        name="build_detector_variants",
    )


def build_gap_memories_of(method: str) -> BuildGapMemories:
    """Return the node function of one method; its build time includes the detection."""

    def build(
        *,
        benchmark: Rows,
        turns: pd.DataFrame,
        embedding_report: pd.DataFrame,
        detections: Rows,
        memory: MemoryParameters,
        encoder: EncoderParameters,
        detection_seconds: pd.DataFrame,
    ) -> tuple[Rows, pd.DataFrame]:
        detector = read_detections(detections)[0]
        parts = MemoryParts(embedder=open_encoder(encoder), detector=detector)
        own = detection_seconds[detection_seconds["detector"] == detector.name]
        detected = dict(zip(own["window_id"], own["detection_seconds"], strict=True))
        rows: Rows = []
        seconds: Rows = []
        new_memory = partial(MEMORIES[method], parts)
        for built in replay_method(new_memory, method, benchmark, turns, memory.budget):
            rows.append(memory_line(built))
            whole = replace(built, seconds=built.seconds + detected[built.window_id])
            seconds.append(seconds_line(method, whole))
        return rows, pd.DataFrame(seconds, columns=list(SECONDS))

    build.__name__ = f"build_{slug(method)}"
    return build


def build_detector_variants(
    *,
    benchmark: Rows,
    turns: pd.DataFrame,
    embedding_report: pd.DataFrame,
    detections: Rows,
    memory: MemoryParameters,
    encoder: EncoderParameters,
) -> Rows:
    """Return ReMEMBER's memories with each variant of the detector (Table 9); the row names it."""
    rows: Rows = []
    for detector in read_detections(detections)[1:]:
        parts = MemoryParts(embedder=open_encoder(encoder), detector=detector)
        label = variant_name(detector.name)
        new_memory = partial(MEMORIES[ReMEMBER.name], parts)
        for built in replay_method(new_memory, label, benchmark, turns, memory.budget):
            rows.append(memory_line(replace(built, memory=replace(built.memory, method=label))))
    return rows


def variant_name(detector: str) -> str:
    """Return the method name of ReMEMBER with another detector."""
    return f"{ReMEMBER.name} with {detector}"
