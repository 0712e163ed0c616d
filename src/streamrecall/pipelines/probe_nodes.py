"""The node that puts the questions to one memory, shared by the three memory pipelines.

What a memory gives for a question is kept here; the answers are written by one node for all memories, so
that a model is loaded once (``pipelines.summarize.answering``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import pandas as pd
from kedro.pipeline import Node, node

from streamrecall.benchmark.question_runs import Recalled, run_recalls
from streamrecall.corpora.turn_table import dialogues_of
from streamrecall.params import EncoderParameters, MemoryParameters
from streamrecall.pipelines.encoders import open_encoder
from streamrecall.pipelines.memory_nodes import Rows, slug
from streamrecall.pipelines.probed_memories import ProbedMemory
from streamrecall.progress import track
from streamrecall.records import MethodCost, Question
from streamrecall.serialization import from_plain, to_plain

SECONDS_COLUMNS = (
    "experiment", "method", "embedder", "dialogue_id", "question_id", "build_seconds", "observe_seconds",
    "recall_seconds",
)  # fmt: skip
COMPARISON, SENSITIVITY, ENCODERS, BACKBONES = "comparison", "sensitivity", "encoders", "backbones"
INPUTS = ["questions", "turns", "embedding_report", "params:memory", "params:encoder"]
"""What every probing node reads; ``embedding_report`` only orders the DAG."""


class ProbeMemory(Protocol):
    """Puts every question to one memory; returns what it gave, and the seconds that took."""

    __name__: str

    def __call__(  # noqa: D102
        self,
        questions: Rows,
        turns: pd.DataFrame,
        embedding_report: pd.DataFrame,
        memory: MemoryParameters,
        encoder: EncoderParameters,
    ) -> tuple[Rows, pd.DataFrame]: ...


class ProbeLog:
    """Collects what came back for the questions, without the seconds, and the seconds by themselves."""

    def __init__(self) -> None:
        self.rows: Rows = []
        self._seconds: list[dict[str, Any]] = []

    def add(
        self,
        recalled: Iterable[Recalled],
        method: str,
        embedder: str,
        experiment: str = COMPARISON,
        distiller: str = "",
        *,
        unusable: int = 0,
    ) -> None:
        """Add what one method gave under the name that the tables print.

        Args:
            recalled: What it gave.
            method: Its name.
            embedder: What made its vectors; empty where nothing did.
            experiment: Which comparison it belongs to.
            distiller: What distilled its blocks, where it has any.
            unusable: Replies of the steps' model that stayed unusable, for each of ``recalled``.
        """
        for each in recalled:
            place = {"experiment": experiment, "method": method, "embedder": embedder}
            question_id = each.question.question_id
            self.rows.append(
                {
                    **place,
                    "distiller": distiller,
                    "question_id": question_id,
                    "memory": to_plain(each.memory),
                    **({"failed": each.failed} if each.failed else {}),
                    **({"unusable_replies": unusable} if unusable else {}),
                    **({} if each.cost is None else {"cost": _counted(each.cost)}),
                }
            )
            self._seconds.append(
                {
                    **place,
                    "dialogue_id": each.question.dialogue_id,
                    "question_id": question_id,
                    "build_seconds": round(each.cost.build_seconds, 6) if each.cost else 0.0,
                    "observe_seconds": round(each.observe_seconds, 6),
                    "recall_seconds": round(each.recall_seconds, 6),
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

    def probe(
        questions: Rows,
        turns: pd.DataFrame,
        embedding_report: pd.DataFrame,
        memory: MemoryParameters,
        encoder: EncoderParameters,
    ) -> tuple[Rows, pd.DataFrame]:
        asked = read_questions(questions)
        embedder = open_encoder(encoder)
        recalled = run_recalls(
            lambda: probed.new(embedder, asked),
            dialogues_of(turns),
            asked,
            memory.question_tokens if probed.reads_all else memory.budget,
        )
        log = ProbeLog()
        log.add(
            track(recalled, f"questions to {method}", total=len(asked)),
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


def read_questions(rows: Rows) -> Sequence[Question]:
    """Return the questions of the ingest pipeline as records."""
    return [from_plain(Question, row) for row in rows]
