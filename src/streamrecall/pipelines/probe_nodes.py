"""The node that puts the questions to one memory, shared by the three memory pipelines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import pandas as pd
from kedro.pipeline import Node, node

from streamrecall.benchmark.question_runs import ProbeRun, run_probes
from streamrecall.corpora.turn_table import dialogues_of
from streamrecall.params import EncoderParameters, MemoryParameters, ProbeParameters
from streamrecall.pipelines.encoders import open_encoder
from streamrecall.pipelines.memory_nodes import Rows, slug
from streamrecall.pipelines.probed_memories import ProbedMemory
from streamrecall.ports import Answerer
from streamrecall.progress import track
from streamrecall.prostream.extractive_answerer import ExtractiveAnswerer
from streamrecall.records import MethodCost, Question
from streamrecall.serialization import from_plain, to_plain

SECONDS_COLUMNS = (
    "experiment", "method", "embedder", "dialogue_id", "question_id", "build_seconds", "observe_seconds",
    "recall_seconds", "answer_seconds", "query_seconds",
)  # fmt: skip
COMPARISON, SENSITIVITY, ENCODERS = "comparison", "sensitivity", "encoders"
INPUTS = ["questions", "turns", "embedding_report", "params:memory", "params:encoder", "params:probes"]
"""What every probing node reads; ``embedding_report`` only orders the DAG."""


class ProbeMemory(Protocol):
    """Puts every question to one memory; returns contexts with answers, and the seconds they took."""

    __name__: str

    def __call__(  # noqa: D102, PLR0917
        self,
        questions: Rows,
        turns: pd.DataFrame,
        embedding_report: pd.DataFrame,
        memory: MemoryParameters,
        encoder: EncoderParameters,
        probes: ProbeParameters,
    ) -> tuple[Rows, pd.DataFrame]: ...


class ProbeLog:
    """Collects what came back from the questions, without the seconds, and the seconds by themselves."""

    def __init__(self) -> None:
        self.rows: Rows = []
        self._seconds: list[dict[str, Any]] = []

    def add(self, runs: Iterable[ProbeRun], method: str, embedder: str, experiment: str = COMPARISON) -> None:
        """Add the runs of one method under the name that the tables print."""
        for run in runs:
            place = {"experiment": experiment, "method": method, "embedder": embedder}
            self.rows.append(
                {
                    **place,
                    "question_id": run.question.question_id,
                    "memory": to_plain(run.memory),
                    "answer": to_plain(run.answer),
                    **({} if run.cost is None else {"cost": _counted(run.cost)}),
                }
            )
            self._seconds.append(
                {
                    **place,
                    "dialogue_id": run.question.dialogue_id,
                    "question_id": run.question.question_id,
                    **{name: round(getattr(run, name), 6) for name in SECONDS_COLUMNS[-4:]},
                    "build_seconds": round(run.cost.build_seconds, 6) if run.cost else 0.0,
                }
            )

    @property
    def seconds(self) -> pd.DataFrame:
        """One row of ``SECONDS_COLUMNS`` per question and method."""
        return pd.DataFrame(self._seconds, columns=list(SECONDS_COLUMNS))


def _counted(cost: MethodCost) -> dict[str, int]:
    """Return a cost without its seconds, which differ by run."""
    counts: dict[str, int] = to_plain(cost)
    del counts["build_seconds"]
    return counts


def probe_with(method: str, probed: ProbedMemory) -> ProbeMemory:
    """Return the node function that puts the questions to one method."""

    def probe(  # noqa: PLR0917
        questions: Rows,
        turns: pd.DataFrame,
        embedding_report: pd.DataFrame,
        memory: MemoryParameters,
        encoder: EncoderParameters,
        probes: ProbeParameters,
    ) -> tuple[Rows, pd.DataFrame]:
        asked = read_questions(questions)
        embedder = open_encoder(encoder)
        runs = run_probes(
            lambda: probed.new(embedder, asked),
            dialogues_of(turns),
            asked,
            memory.full_memory_tokens if probed.reads_all else memory.budget,
            open_answerer(probes),
        )
        log = ProbeLog()
        log.add(
            track(runs, f"questions to {method}", total=len(asked)),
            method,
            embedder.name if probed.embeds else "",
        )
        return log.rows, log.seconds

    probe.__name__ = f"probe_{slug(method)}"
    return probe


def probe_node(method: str, probed: ProbedMemory) -> Node:
    """Return the node that puts the questions to one method."""
    name = slug(method)
    return node(
        probe_with(method, probed),
        inputs=INPUTS,
        outputs=[f"{name}_probes", f"{name}_probe_seconds"],
        name=f"probe_{name}",
    )


def open_answerer(probes: ProbeParameters) -> Answerer:
    """Return the configured answerer."""
    match probes.answerer:
        case "extractive":
            return ExtractiveAnswerer()


def read_questions(rows: Rows) -> Sequence[Question]:
    """Return the questions of the ingest pipeline as records."""
    return [from_plain(Question, row) for row in rows]
