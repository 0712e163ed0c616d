"""Inc. Summary and Hier. Summary: their summaries are written by extraction or by a model."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import pandas as pd
from kedro.pipeline import Node, node

from streamrecall.baselines.extractive_summary_writer import ExtractiveSummaryWriter
from streamrecall.baselines.summary_writer import ModelSummaryWriter, SummaryWriter, load_summary_prompts
from streamrecall.memories import SUMMARISING
from streamrecall.params import CallParameters, MemoryParameters, SummaryMemoryParameters
from streamrecall.pipelines.call_accounts import CallAccount, accounts_frame
from streamrecall.pipelines.chat_models import failure_budget, open_chat_model
from streamrecall.pipelines.memory_nodes import (
    SECONDS,
    Rows,
    memory_line,
    replay_method,
    seconds_line,
    slug,
)


class BuildSummaryMemories(Protocol):
    """Builds the memories of every benchmark window; returns them, their build times and the calls."""

    __name__: str

    def __call__(  # noqa: D102
        self,
        benchmark: Rows,
        turns: pd.DataFrame,
        memory: MemoryParameters,
        summary_memories: SummaryMemoryParameters,
        calls: CallParameters,
    ) -> tuple[Rows, pd.DataFrame, pd.DataFrame]: ...


def summary_memory_node(method: str) -> Node:
    """Return the node that builds one summarising method's memories."""
    name = slug(method)
    return node(
        build_summary_memories_of(method),
        inputs=["benchmark", "turns", "params:memory", "params:summary_memories", "params:calls"],
        outputs=[f"{name}_memories", f"{name}_build_seconds", f"{name}_calls"],
        name=f"build_{name}",
        tags="gpu",
    )


def build_summary_memories_of(method: str) -> BuildSummaryMemories:
    """Return the node function of one method of ``memories.SUMMARISING``."""

    def build(
        benchmark: Rows,
        turns: pd.DataFrame,
        memory: MemoryParameters,
        summary_memories: SummaryMemoryParameters,
        calls: CallParameters,
    ) -> tuple[Rows, pd.DataFrame, pd.DataFrame]:
        rows: Rows = []
        seconds: Rows = []
        accounts: list[CallAccount] = []
        with open_summary_writer(summary_memories, calls) as writer:
            replayed = replay_method(
                lambda: SUMMARISING[method](writer), method, benchmark, turns, memory.budget
            )
            for built in replayed:
                rows.append(memory_line(built))
                model_seconds = 0.0
                if isinstance(writer, ModelSummaryWriter):
                    made = writer.take_provenance()
                    model_seconds = made.seconds
                    accounts.append(
                        CallAccount("memory", built.window_id, writer.name, made, built.failed, method)
                    )
                seconds.append(seconds_line(method, built, model_seconds))
        return rows, pd.DataFrame(seconds, columns=list(SECONDS)), accounts_frame(accounts)

    build.__name__ = f"build_{slug(method)}"
    return build


@contextmanager
def open_summary_writer(
    parameters: SummaryMemoryParameters, calls: CallParameters
) -> Iterator[SummaryWriter]:
    """Lend the configured writer; a model is closed afterwards."""
    if isinstance(parameters.writer, str):
        yield ExtractiveSummaryWriter()
        return
    with open_chat_model(parameters.writer, calls) as model:
        yield ModelSummaryWriter(
            model,
            load_summary_prompts(calls.prompts),
            parameters.sampling.sampling(),
            retries=calls.retries,
            budget=failure_budget(calls),
        )


def writer_name(parameters: SummaryMemoryParameters) -> str:
    """Return what tables call the writer, without opening a model."""
    return ExtractiveSummaryWriter.name if isinstance(parameters.writer, str) else parameters.writer.model
