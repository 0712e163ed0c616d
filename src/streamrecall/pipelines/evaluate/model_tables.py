"""The tables about models: summarizers, detectors, and what calls cost."""

from __future__ import annotations

from typing import Any

import pandas as pd

from streamrecall.metrics.rows import GAP_COLUMNS, SUMMARY_COLUMNS, rows_frame
from streamrecall.models.engine_parameters import ChatModelParameters, VllmParameters
from streamrecall.models.ledger import CallLedger
from streamrecall.models.ledger_rows import ModelCost, model_costs
from streamrecall.params import (
    AnswerScoreParameters,
    CallParameters,
    DetectionParameters,
    JudgeParameters,
    Offline,
    ProbeParameters,
    ProStreamParameterGroup,
    StructuredMemoryParameters,
    SummaryMemoryParameters,
    SummaryParameters,
)
from streamrecall.pipelines.evaluate.tables import Plain, Table, section
from streamrecall.pipelines.memory_nodes import Rows
from streamrecall.pipelines.remember_memory.gap_memories import variant_name
from streamrecall.remember.memory import ReMEMBER
from streamrecall.reporting import table_7 as seven
from streamrecall.reporting import table_9 as nine
from streamrecall.reporting import table_10 as ten
from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.methods import Implementations


def tabulate_7(summaries: pd.DataFrame, expected: ExpectedValues, implementations: Plain) -> Table:
    """Return Table 7: summary quality by domain and summarizer."""
    frame = seven.table_7(summaries, expected, Implementations(**implementations))
    return frame, section(7, frame, expected, seven.NOTES)


def tabulate_9(
    gaps: pd.DataFrame, summaries: pd.DataFrame, variants: Rows, detections: Rows, expected: ExpectedValues
) -> Table:
    """Return Table 9: ReMEMBER with each detector of the run."""
    names = list(dict.fromkeys(row["detector"] for row in detections))
    detectors = dict(zip([ReMEMBER.name, *map(variant_name, names[1:])], names, strict=True))
    own_summaries = summaries[summaries["method"] == ReMEMBER.name]
    frame = nine.table_9(
        _join(gaps[gaps["method"] == ReMEMBER.name], _gaps(variants)),
        _join(
            own_summaries[own_summaries["summarizer"].isin(own_summaries["summarizer"].head(1))],
            rows_frame((row["summary"] for row in variants), SUMMARY_COLUMNS),
        ),
        detectors,
        expected,
    )
    return frame, section(9, frame, expected, nine.NOTES)


def tabulate_10(
    *,
    model_rows: pd.DataFrame,
    judge_stress: pd.DataFrame,
    answer_stress: pd.DataFrame,
    expected: ExpectedValues,
    calls: CallParameters,
    detection: DetectionParameters,
    summary_memories: SummaryMemoryParameters,
    structured_memories: StructuredMemoryParameters,
    summary: SummaryParameters,
    judge: JudgeParameters,
    prostream: ProStreamParameterGroup,
    probes: ProbeParameters,
    answer_scores: AnswerScoreParameters,
) -> Table:
    """Return Table 10: calls, tokens and seconds of the run's models, from the call ledger.

    Its ``judge_stress`` and ``answer_stress`` only order the DAG: the stress tests' calls are in the ledger
    before.
    """
    configured = [
        detection.detector,
        *detection.variants,
        summary_memories.writer,
        structured_memories.steps,
        *summary.summarizers,
        judge.judge,
        *_distilling(prostream),
        probes.answerer,
        *probes.backbones,
        answer_scores.judge,
    ]
    in_process = {
        each.model: each.tensor_parallel_size for each in configured if isinstance(each, VllmParameters)
    }
    steps = model_rows.groupby("model", sort=False)["step"].unique()
    used_for = {str(model): ", ".join(of_model) for model, of_model in steps.items()}
    frame = ten.table_10(_costs(calls) if used_for else [], used_for, in_process, expected)
    return frame, section(10, frame, expected, ten.NOTES)


def _costs(calls: CallParameters) -> list[ModelCost]:
    with CallLedger(calls.ledger.path) as ledger:
        return model_costs(ledger)


def _distilling(prostream: ProStreamParameterGroup) -> list[Offline | ChatModelParameters]:
    given = prostream.distillation
    return [] if isinstance(given, str) else [given.summarizer]


def _gaps(judgements: Rows) -> pd.DataFrame:
    gaps: list[dict[str, Any]] = [gap for row in judgements for gap in row["gaps"]]
    return rows_frame(gaps, GAP_COLUMNS)


def _join(first: pd.DataFrame, second: pd.DataFrame) -> pd.DataFrame:
    return pd.concat([first, second], ignore_index=True) if len(second) else first
