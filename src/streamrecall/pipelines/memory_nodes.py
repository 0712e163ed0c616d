"""The nodes that build the memories of one method, shared by the three memory pipelines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import pandas as pd
from kedro.pipeline import Node, node

from streamrecall.baselines.full import FullMemory
from streamrecall.benchmark.instances import read_instance_rows
from streamrecall.benchmark.replay import BuiltMemory, replay_windows
from streamrecall.corpora.turn_table import dialogues_of
from streamrecall.memories import MEMORIES, MemoryParts
from streamrecall.params import EncoderParameters, MemoryParameters
from streamrecall.pipelines.encoders import open_encoder
from streamrecall.ports import StreamMemory
from streamrecall.progress import track
from streamrecall.serialization import to_plain

Rows = list[dict[str, Any]]
SECONDS = ("method", "window_id", "build_seconds")


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


def memory_node(method: str) -> Node:
    """Return the node that builds one method's memories."""
    name = slug(method)
    return node(
        build_memories_of(method),
        inputs=["benchmark", "turns", "embedding_report", "params:memory", "params:encoder"],
        outputs=[f"{name}_memories", f"{name}_build_seconds"],
        name=f"build_{name}",
    )


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
        parts = MemoryParts(embedder=open_encoder(encoder), gaps=annotated_gaps(benchmark))
        budget = memory.full_memory_tokens if method == FullMemory.name else memory.budget
        rows: Rows = []
        seconds: Rows = []
        for built in replay_method(lambda: MEMORIES[method](parts), method, benchmark, turns, budget):
            rows.append(memory_line(built))
            seconds.append(seconds_line(method, built))
        return rows, pd.DataFrame(seconds, columns=list(SECONDS))

    build.__name__ = f"build_{slug(method)}"
    return build


def replay_method(
    new_memory: Callable[[], StreamMemory], method: str, benchmark: Rows, turns: pd.DataFrame, budget: int
) -> Iterator[BuiltMemory]:
    """Yield the memory of each benchmark window, as the method builds it along its dialogue."""
    windows = [instance.window for instance in read_instance_rows(benchmark)]
    replayed = replay_windows(new_memory, dialogues_of(turns), windows, budget)
    return track(replayed, f"memories of {method}", total=len(windows))


def annotated_gaps(benchmark: Rows) -> dict[str, Any]:
    """Return the annotated gaps of each window."""
    return {instance.window.window_id: instance.gaps for instance in read_instance_rows(benchmark)}


def memory_line(built: BuiltMemory) -> dict[str, Any]:
    """Return a memory as a row; where a model failed it says why."""
    row = {"window_id": built.window_id, "memory": to_plain(built.memory)}
    return {**row, "failed": built.failed} if built.failed else row


def seconds_line(method: str, built: BuiltMemory, model_seconds: float = 0.0) -> dict[str, Any]:
    """Return the build time of a memory.

    Args:
        method: Whose memory it is.
        built: The memory with its wall time.
        model_seconds: What the calls behind it took when they were made; where the call ledger answered
            them at once, the wall time does not show it.
    """
    took = round(max(built.seconds, model_seconds), 6)
    return {"method": method, "window_id": built.window_id, "build_seconds": took}
