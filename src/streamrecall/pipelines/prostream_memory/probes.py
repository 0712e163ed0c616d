"""Questions to ProStream and its variants: ablations, sweeps and other encoders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace

import pandas as pd

from streamrecall.baselines.rag import RagMemory
from streamrecall.benchmark.question_runs import ProbeRun, run_probes
from streamrecall.corpora.turn_table import dialogues_of
from streamrecall.params import EncoderParameters, MemoryParameters, ProbeParameters
from streamrecall.pipelines.encoders import open_encoder
from streamrecall.pipelines.memory_nodes import Rows
from streamrecall.pipelines.probe_nodes import (
    ENCODERS,
    SENSITIVITY,
    ProbeLog,
    open_answerer,
    read_questions,
)
from streamrecall.ports import Embedder, StreamMemory
from streamrecall.progress import track
from streamrecall.prostream.memory import ProStream
from streamrecall.prostream.parameters import FILL_BUDGET, ProStreamParameters
from streamrecall.prostream.variants import ablations, capacity_sweep, perturbations, threshold_sweeps
from streamrecall.records import Dialogue, Question

READ_ONLY = ProStreamParameters(count_accesses=False)
"""The paper's values, but no question may help another: recall leaves the memory as it is."""

BUDGET_FILLED = "ProStream (budget filled)"
UPDATE_COLUMNS = (
    "method", "dialogue_id", "turns", "updates", "embedding", "sensing", "distillation", "hierarchy",
)  # fmt: skip


def probe_prostream(
    questions: Rows,
    turns: pd.DataFrame,
    embedding_report: pd.DataFrame,
    memory: MemoryParameters,
    encoder: EncoderParameters,
    probes: ProbeParameters,
) -> tuple[Rows, pd.DataFrame, pd.DataFrame]:
    """Return the probes of ProStream, of the same without recall limits, and of its ablations.

    Returns:
        The contexts with answers, the seconds of each question, and where the seconds of ProStream's
        updates went (appendix E), one row per dialogue.
    """
    asked = read_questions(questions)
    embedder = open_encoder(encoder)
    variants = {
        "ProStream": READ_ONLY,
        BUDGET_FILLED: replace(READ_ONLY, limits=FILL_BUDGET),
        **ablations(READ_ONLY),
    }
    ask = _Asked(dialogues_of(turns), asked, memory.budget, probes)
    log = ProbeLog()
    watched: list[ProStream] = []
    for name, parameters in variants.items():
        made = _new_memories(embedder, parameters, watched if name == "ProStream" else [])
        log.add(ask.run(made, name), name, embedder.name)
    updates = pd.DataFrame(
        [
            {
                "method": each.name,
                "dialogue_id": each.dialogue_id,
                "turns": each.counts.turns,
                **{key: round(value, 6) for key, value in asdict(each.seconds).items()},
            }
            for each in watched
        ],
        columns=list(UPDATE_COLUMNS),
    )
    return log.rows, log.seconds, updates


def probe_variants(
    questions: Rows,
    turns: pd.DataFrame,
    embedding_report: pd.DataFrame,
    memory: MemoryParameters,
    encoder: EncoderParameters,
    probes: ProbeParameters,
) -> tuple[Rows, pd.DataFrame]:
    """Return the probes of the rows of Tables 3, 4 and 5 that ``probes.sweeps`` asks for.

    Rows with equal parameters, such as the default of each sweep, are run once.
    """
    embedder = open_encoder(encoder)
    ask = _Asked(dialogues_of(turns), read_questions(questions), memory.budget, probes)
    log = ProbeLog()
    done: dict[ProStreamParameters, list[ProbeRun]] = {}
    for name, parameters in sweep_rows(probes).items():
        if parameters not in done:
            done[parameters] = list(ask.run(_new_memories(embedder, parameters, []), name))
        log.add(done[parameters], name, embedder.name, SENSITIVITY)
    return log.rows, log.seconds


def probe_encoders(
    questions: Rows,
    turns: pd.DataFrame,
    embedding_report: pd.DataFrame,
    memory: MemoryParameters,
    encoder: EncoderParameters,
    probes: ProbeParameters,
) -> tuple[Rows, pd.DataFrame]:
    """Return the probes of RAG and ProStream under each further encoder (Table 2)."""
    ask = _Asked(dialogues_of(turns), read_questions(questions), memory.budget, probes)
    log = ProbeLog()
    for name, parameters in probes.encoders.items():
        embedder = open_encoder(parameters)
        log.add(ask.run(_new_rag(embedder), f"RAG, {name}"), RagMemory.name, name, ENCODERS)
        made = _new_memories(embedder, READ_ONLY, [])
        log.add(ask.run(made, f"ProStream, {name}"), "ProStream", name, ENCODERS)
    return log.rows, log.seconds


def sweep_rows(probes: ProbeParameters) -> dict[str, ProStreamParameters]:
    """Return the parameters of each row of Tables 3 to 5, by the row's name in expected/prostream.yaml."""
    rows: Mapping[str, Callable[[], dict[str, ProStreamParameters]]] = {
        "thresholds": lambda: threshold_sweeps(READ_ONLY),
        "perturbation": lambda: perturbations(READ_ONLY, probes.perturbed_share),
        "capacity": lambda: capacity_sweep(READ_ONLY),
    }
    return {name: given for sweep in probes.sweeps for name, given in rows[sweep]().items()}


class _Asked:
    """The questions of a run, ready to be put to one memory after another."""

    def __init__(
        self,
        dialogues: Mapping[str, Dialogue],
        questions: Sequence[Question],
        budget: int,
        probes: ProbeParameters,
    ) -> None:
        self._dialogues, self._questions, self._budget = dialogues, questions, budget
        self._answerer = open_answerer(probes)

    def run(self, new_memory: Callable[[], StreamMemory], name: str) -> list[ProbeRun]:
        runs = run_probes(new_memory, self._dialogues, self._questions, self._budget, self._answerer)
        return list(track(runs, f"questions to {name}", total=len(self._questions)))


def _new_memories(
    embedder: Embedder, parameters: ProStreamParameters, made: list[ProStream]
) -> Callable[[], ProStream]:
    def new() -> ProStream:
        made.append(ProStream(embedder, parameters=parameters))
        return made[-1]

    return new


def _new_rag(embedder: Embedder) -> Callable[[], RagMemory]:
    return lambda: RagMemory(embedder)
