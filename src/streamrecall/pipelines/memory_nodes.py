"""The node that builds one method's memories, shared by the three memory pipelines."""

from __future__ import annotations

from typing import Any, Protocol

import pandas as pd
from kedro.pipeline import Node, node

from streamrecall.benchmark.instances import read_instance_rows
from streamrecall.benchmark.replay import replay_windows
from streamrecall.corpora.turn_table import dialogues_of
from streamrecall.memories import MEMORIES, MemoryContext
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
        context = MemoryContext(embedder=open_encoder(encoder), instances=tuple(instances))
        entry = MEMORIES[method]
        budget = memory.full_memory_tokens if entry.unbounded else memory.budget
        rows: Rows = []
        seconds: Rows = []
        for built in replay_windows(
            lambda: entry.create(context),
            dialogues_of(turns),
            track([instance.window for instance in instances], f"memories of {entry.name}"),
            budget,
        ):
            rows.append({"window_id": built.window_id, "memory": to_plain(built.memory)})
            seconds.append(
                {"method": entry.name, "window_id": built.window_id, "build_seconds": round(built.seconds, 6)}
            )
        return rows, pd.DataFrame(seconds, columns=["method", "window_id", "build_seconds"])

    build.__name__ = f"build_{method}_memories"
    return build


def memory_node(method: str, *, tags: str | None = None) -> Node:
    """Return the node that builds one method's memories."""
    return node(
        build_memories_of(method),
        inputs=["benchmark", "turns", "embedding_report", "params:memory", "params:encoder"],
        outputs=[f"{method}_memories", f"{method}_build_seconds"],
        name=f"build_{method}_memories",
        tags=tags,
    )
