"""The baselines that organise the history before they search it: their steps go by rules or by a model."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Protocol

import pandas as pd
from kedro.pipeline import Node, node

from streamrecall.baselines.rolling_summary import RollingSummaryMemory
from streamrecall.benchmark.question_runs import run_recalls
from streamrecall.corpora.turn_table import dialogues_of
from streamrecall.memories import STRUCTURED, MemoryParts
from streamrecall.models.replies.prompted_model import PromptedModel
from streamrecall.params import (
    CallParameters,
    EncoderParameters,
    MemoryParameters,
    StructuredMemoryParameters,
)
from streamrecall.pipelines.call_accounts import CallAccount, accounts_frame
from streamrecall.pipelines.chat_models import open_prompted_model
from streamrecall.pipelines.encoders import open_encoder
from streamrecall.pipelines.memory_nodes import (
    SECONDS,
    Rows,
    memory_line,
    replay_method,
    seconds_line,
    slug,
)
from streamrecall.pipelines.probe_nodes import INPUTS, ProbeLog, read_questions
from streamrecall.progress import track

BY_RULES = "rules"
WITHOUT_VECTORS = (RollingSummaryMemory.name,)
_STEPS = ["params:structured_memories", "params:calls"]


class BuildStructuredMemories(Protocol):
    """Builds the memories of every benchmark window; returns them, their build times and the calls."""

    __name__: str

    def __call__(  # noqa: D102, PLR0917
        self,
        benchmark: Rows,
        turns: pd.DataFrame,
        embedding_report: pd.DataFrame,
        memory: MemoryParameters,
        encoder: EncoderParameters,
        structured_memories: StructuredMemoryParameters,
        calls: CallParameters,
    ) -> tuple[Rows, pd.DataFrame, pd.DataFrame]: ...


class ProbeStructuredMemory(Protocol):
    """Puts every question to one memory; returns the contexts, their seconds and the calls."""

    __name__: str

    def __call__(  # noqa: D102, PLR0917
        self,
        questions: Rows,
        turns: pd.DataFrame,
        embedding_report: pd.DataFrame,
        memory: MemoryParameters,
        encoder: EncoderParameters,
        structured_memories: StructuredMemoryParameters,
        calls: CallParameters,
    ) -> tuple[Rows, pd.DataFrame, pd.DataFrame]: ...


def structured_memory_node(method: str) -> Node:
    """Return the node that builds one method's memories of the windows."""
    name = slug(method)
    return node(
        build_structured_memories_of(method),
        ["benchmark", "turns", "embedding_report", "params:memory", "params:encoder", *_STEPS],
        [f"{name}_memories", f"{name}_build_seconds", f"{name}_calls"],
        name=f"build_{name}",
        tags="gpu",
    )


def structured_probe_node(method: str) -> Node:
    """Return the node that puts the questions to one method."""
    name = slug(method)
    return node(
        probe_structured_memory(method),
        [*INPUTS, *_STEPS],
        [f"{name}_probes", f"{name}_probe_seconds", f"{name}_probe_calls"],
        name=f"probe_{name}",
        tags="gpu",
    )


def build_structured_memories_of(method: str) -> BuildStructuredMemories:
    """Return the node function of one method of ``memories.STRUCTURED``."""

    def build(  # noqa: PLR0917
        benchmark: Rows,
        turns: pd.DataFrame,
        embedding_report: pd.DataFrame,
        memory: MemoryParameters,
        encoder: EncoderParameters,
        structured_memories: StructuredMemoryParameters,
        calls: CallParameters,
    ) -> tuple[Rows, pd.DataFrame, pd.DataFrame]:
        rows: Rows = []
        seconds: Rows = []
        accounts: list[CallAccount] = []
        with open_steps(structured_memories, calls) as model:
            new_memory = partial(STRUCTURED[method], MemoryParts(open_encoder(encoder), model=model))
            for built in replay_method(new_memory, method, benchmark, turns, memory.budget):
                rows.append(memory_line(built))
                account = _account(model, method, built.window_id, built.failed)
                accounts += account
                spent = sum(each.provenance.seconds for each in account)
                seconds.append(seconds_line(method, built, spent))
        return rows, pd.DataFrame(seconds, columns=list(SECONDS)), accounts_frame(accounts)

    build.__name__ = f"build_{slug(method)}"
    return build


def probe_structured_memory(method: str) -> ProbeStructuredMemory:
    """Return the node function that puts the questions to one method of ``memories.STRUCTURED``."""

    def probe(  # noqa: PLR0917
        questions: Rows,
        turns: pd.DataFrame,
        embedding_report: pd.DataFrame,
        memory: MemoryParameters,
        encoder: EncoderParameters,
        structured_memories: StructuredMemoryParameters,
        calls: CallParameters,
    ) -> tuple[Rows, pd.DataFrame, pd.DataFrame]:
        asked = read_questions(questions)
        embedder = open_encoder(encoder)
        log = ProbeLog()
        accounts: list[CallAccount] = []
        with open_steps(structured_memories, calls) as model:
            recalled = run_recalls(
                partial(STRUCTURED[method], MemoryParts(embedder, model=model)),
                dialogues_of(turns),
                asked,
                memory.budget,
            )
            for each in track(recalled, f"questions to {method}", total=len(asked)):
                account = _account(model, method, each.question.question_id, each.failed)
                embedded_by = "" if method in WITHOUT_VECTORS else embedder.name
                log.add([each], method, embedded_by, unusable=sum(one.unusable for one in account))
                accounts += account
        return log.rows, log.seconds, accounts_frame(accounts)

    probe.__name__ = f"probe_{slug(method)}"
    return probe


@contextmanager
def open_steps(
    parameters: StructuredMemoryParameters, calls: CallParameters
) -> Iterator[PromptedModel | None]:
    """Lend the model that takes the steps, None for rules; a model is closed afterwards."""
    if isinstance(parameters.steps, str):
        yield None
        return
    with open_prompted_model(parameters.steps, parameters.sampling, calls) as model:
        yield model


def steps_name(parameters: StructuredMemoryParameters) -> str:
    """Return what tables call whoever takes the steps, without opening a model."""
    return BY_RULES if isinstance(parameters.steps, str) else parameters.steps.model


def _account(model: PromptedModel | None, method: str, cue_id: str, failed: str) -> list[CallAccount]:
    if model is None:
        return []
    made, unusable = model.take_provenance(), model.take_unusable()
    return [CallAccount("memory", cue_id, model.name, made, failed, method, unusable)]
