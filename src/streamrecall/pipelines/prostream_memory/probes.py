"""Questions to ProStream and its variants: ablations, sweeps and other encoders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace

import pandas as pd

from streamrecall.baselines.rag import RagMemory
from streamrecall.benchmark.question_runs import Recalled, View, recall_views, run_recalls
from streamrecall.corpora.turn_table import dialogues_of
from streamrecall.params import (
    CallParameters,
    EncoderParameters,
    MemoryParameters,
    ProbeParameters,
    ProStreamParameterGroup,
)
from streamrecall.pipelines.call_accounts import accounts_frame
from streamrecall.pipelines.encoders import open_encoder
from streamrecall.pipelines.memory_nodes import Rows
from streamrecall.pipelines.probe_nodes import (
    ENCODERS,
    SENSITIVITY,
    ProbeLog,
    read_questions,
)
from streamrecall.pipelines.prostream_memory.distillation import Distillation, open_distillation
from streamrecall.ports import Embedder
from streamrecall.progress import track
from streamrecall.prostream.memory import ProStream
from streamrecall.prostream.parameters import FILL_BUDGET, ProStreamParameters
from streamrecall.prostream.variants import ablations, capacity_sweep, perturbations, threshold_sweeps
from streamrecall.records import Cue, Dialogue, Memory, Question

READ_ONLY = ProStreamParameters(count_accesses=False)
"""The paper's values, but no question may help another: recall leaves the memory as it is."""

BUDGET_FILLED = "ProStream (budget filled)"
UPDATE_COLUMNS = (
    "method", "dialogue_id", "turns", "updates", "embedding", "sensing", "distillation", "hierarchy",
)  # fmt: skip


def probe_prostream(  # noqa: PLR0917
    questions: Rows,
    turns: pd.DataFrame,
    embedding_report: pd.DataFrame,
    memory: MemoryParameters,
    encoder: EncoderParameters,
    prostream: ProStreamParameterGroup,
    calls: CallParameters,
) -> tuple[Rows, pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Return the probes of ProStream, of the same without recall limits, and of its ablations.

    Returns:
        The contexts, the seconds of each question, where the seconds of ProStream's updates went
        (appendix E), one row per dialogue, and the model calls.
    """
    embedder = open_encoder(encoder)
    variants = {
        "ProStream": READ_ONLY,
        BUDGET_FILLED: replace(READ_ONLY, limits=FILL_BUDGET),
        **ablations(READ_ONLY),
    }
    log = ProbeLog()
    with open_distillation(prostream, calls) as distillation:
        ask = _Asked(dialogues_of(turns), read_questions(questions), memory.budget, distillation)
        for name, recalled in ask.prostream(embedder, variants).items():
            log.add(recalled, name, embedder.name, distiller=distillation.name)
    updates = pd.DataFrame(
        [
            {
                "method": each.name,
                "dialogue_id": each.dialogue_id,
                "turns": each.counts.turns,
                **{key: round(value, 6) for key, value in asdict(each.seconds).items()},
            }
            for each in ask.watched
        ],
        columns=list(UPDATE_COLUMNS),
    )
    return log.rows, log.seconds, updates, accounts_frame(distillation.accounts)


def probe_variants(  # noqa: PLR0917
    questions: Rows,
    turns: pd.DataFrame,
    embedding_report: pd.DataFrame,
    memory: MemoryParameters,
    encoder: EncoderParameters,
    prostream: ProStreamParameterGroup,
    calls: CallParameters,
    probes: ProbeParameters,
) -> tuple[Rows, pd.DataFrame, pd.DataFrame]:
    """Return the probes of the rows of Tables 3, 4 and 5 that ``probes.sweeps`` asks for, and the calls.

    Rows that differ in reading alone share one replay; so do the capacities above one under which nothing
    had to be pruned or merged.
    """
    embedder = open_encoder(encoder)
    log = ProbeLog()
    with open_distillation(prostream, calls) as distillation:
        ask = _Asked(dialogues_of(turns), read_questions(questions), memory.budget, distillation)
        for name, recalled in ask.prostream(embedder, sweep_rows(probes)).items():
            log.add(recalled, name, embedder.name, SENSITIVITY, distiller=distillation.name)
    return log.rows, log.seconds, accounts_frame(distillation.accounts)


def probe_encoders(  # noqa: PLR0917
    questions: Rows,
    turns: pd.DataFrame,
    embedding_report: pd.DataFrame,
    memory: MemoryParameters,
    prostream: ProStreamParameterGroup,
    calls: CallParameters,
    probes: ProbeParameters,
) -> tuple[Rows, pd.DataFrame, pd.DataFrame]:
    """Return the probes of RAG and ProStream under each further encoder (Table 2), and the calls."""
    log = ProbeLog()
    with open_distillation(prostream, calls) as distillation:
        ask = _Asked(dialogues_of(turns), read_questions(questions), memory.budget, distillation)
        for name, parameters in probes.encoders.items():
            embedder = open_encoder(parameters)
            log.add(ask.rag(embedder), RagMemory.name, name, ENCODERS)
            for row, recalled in ask.prostream(embedder, {"ProStream": READ_ONLY}).items():
                log.add(recalled, row, name, ENCODERS, distiller=distillation.name)
    return log.rows, log.seconds, accounts_frame(distillation.accounts)


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
        distillation: Distillation,
    ) -> None:
        self._dialogues, self._questions, self._budget = dialogues, questions, budget
        self._distillation = distillation
        self.watched: list[ProStream] = []

    def rag(self, embedder: Embedder) -> list[Recalled]:
        """Return what RAG gives for the questions."""
        recalled = run_recalls(lambda: RagMemory(embedder), self._dialogues, self._questions, self._budget)
        return list(track(recalled, f"questions to RAG with {embedder.name}", total=len(self._questions)))

    def prostream(
        self, embedder: Embedder, variants: Mapping[str, ProStreamParameters]
    ) -> dict[str, list[Recalled]]:
        """Return what each variant gives, in the order given; ``watched`` keeps the memories."""
        found: dict[str, list[Recalled]] = {name: [] for name in variants}
        streams: dict[ProStreamParameters, dict[str, ProStreamParameters]] = {}
        for name, given in variants.items():
            streams.setdefault(_stream_of(given), {})[name] = given
        unpruned: dict[ProStreamParameters, str] = {}
        for stream, readings in sorted(streams.items(), key=lambda each: each[0].budget):
            without_capacity = replace(stream, budget=READ_ONLY.budget)
            if without_capacity in unpruned and set(readings.values()) == {stream}:
                found |= {name: found[unpruned[without_capacity]] for name in readings}
                continue
            made: list[ProStream] = []
            self._replay(embedder, stream, readings, made, found)
            self.watched += made
            plain = [name for name, given in readings.items() if given == stream]
            if plain and not any(each.tree.counts.pruned for each in made):
                unpruned[without_capacity] = plain[0]
        return found

    def _replay(
        self,
        embedder: Embedder,
        stream: ProStreamParameters,
        readings: Mapping[str, ProStreamParameters],
        made: list[ProStream],
        found: dict[str, list[Recalled]],
    ) -> None:
        given = self._distillation

        def new() -> ProStream:
            settle()
            made.append(ProStream(embedder, given.summarizer, given.extractor, stream))
            return made[-1]

        def settle() -> None:
            if made:
                given.settle(", ".join(readings), made[-1].dialogue_id or "")

        recalled = recall_views(
            new,
            {name: _read_with(given) for name, given in readings.items()},
            self._dialogues,
            self._questions,
            budget=self._budget,
        )
        total = len(self._questions) * len(readings)
        for name, each in track(recalled, f"questions to {', '.join(readings)}", total=total):
            found[name].append(each)
        settle()


def _stream_of(given: ProStreamParameters) -> ProStreamParameters:
    """Return the parameters without what matters in reading alone."""
    return replace(
        given,
        limits=READ_ONLY.limits,
        parts=READ_ONLY.parts,
        perturbed_part=READ_ONLY.perturbed_part,
        perturbed_share=READ_ONLY.perturbed_share,
        perturbation_seed=READ_ONLY.perturbation_seed,
    )


def _read_with(given: ProStreamParameters) -> View[ProStream]:
    def read(memory: ProStream, cue: Cue, budget: int) -> Memory:
        memory.parameters = given
        return memory.recall(cue, budget)

    return read
