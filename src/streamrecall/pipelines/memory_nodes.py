"""The node that builds one method's memories, shared by the three memory pipelines."""

from __future__ import annotations

import re
from typing import Any, Protocol

import pandas as pd
from kedro.pipeline import Node, node

from streamrecall.baselines.full import FullMemory
from streamrecall.benchmark.instances import read_instance_rows
from streamrecall.benchmark.replay import replay_windows
from streamrecall.corpora.turn_table import dialogues_of
from streamrecall.memories import MEMORIES, MemoryParts
from streamrecall.params import EncoderParameters, MemoryParameters
from streamrecall.pipelines.encoders import open_encoder
from streamrecall.progress import track
from streamrecall.serialization import to_plain

Rows = list[dict[str, Any]]


class BuildMemories(Protocol):
    """Builds the memories of every benchmark window; returns them and their build times."""

    __name__: str

    def __call__(  # noqa: D102
        self,
        benchmark: Rows,
        turns: pd.DataFrame,
        embedding_report: pd.DataFrame,
        memory: MemoryParameters,
        encoder: EncoderParameters,
    ) -> tuple[Rows, pd.DataFrame]: ...


def slug(method: str) -> str:
    """Return a method's name as datasets and nodes spell it: ``w/o chunk refinement`` loses its slash."""
    words = method.lower().replace("w/o", "without").replace("+", " plus")
    return re.sub(r"[^a-z0-9]+", "_", words).strip("_")


def build_memories_of(method: str) -> BuildMemories:
    """Return the node function of one method of ``memories.MEMORIES``.

    Its ``embedding_report`` argument only orders the DAG: the history's chunks are in the vector cache
    before any method is timed.
    """

    def build(
        benchmark: Rows,
        turns: pd.DataFrame,
        embedding_report: pd.DataFrame,
        memory: MemoryParameters,
        encoder: EncoderParameters,
    ) -> tuple[Rows, pd.DataFrame]:
        instances = read_instance_rows(benchmark)
        parts = MemoryParts(
            embedder=open_encoder(encoder),
            gaps={instance.window.window_id: instance.gaps for instance in instances},
        )
        budget = memory.full_memory_tokens if method == FullMemory.name else memory.budget
        rows: Rows = []
        seconds: Rows = []
        replayed = replay_windows(
            lambda: MEMORIES[method](parts),
            dialogues_of(turns),
            [instance.window for instance in instances],
            budget,
        )
        for built in track(replayed, f"memories of {method}", total=len(instances)):
            rows.append({"window_id": built.window_id, "memory": to_plain(built.memory)})
            seconds.append(
                {"method": method, "window_id": built.window_id, "build_seconds": round(built.seconds, 6)}
            )
        return rows, pd.DataFrame(seconds, columns=["method", "window_id", "build_seconds"])

    build.__name__ = f"build_{slug(method)}"
    return build


def memory_node(method: str) -> Node:
    """Return the node that builds one method's memories."""
    name = slug(method)
    return node(
        build_memories_of(method),
        inputs=["benchmark", "turns", "embedding_report", "params:memory", "params:encoder"],
        outputs=[f"{name}_memories", f"{name}_build_seconds"],
        name=f"build_{name}",
    )
