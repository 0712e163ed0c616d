"""Judging the memories and summaries of all methods, and collecting the rows."""

from __future__ import annotations

from typing import Any

import pandas as pd

from streamrecall.benchmark.instances import read_instance_rows
from streamrecall.corpora.turn_table import dialogues_of
from streamrecall.metrics.judgement import Judgement
from streamrecall.metrics.llm_judge import JudgeCase
from streamrecall.metrics.rows import (
    GAP_COLUMNS,
    MEMORY_COLUMNS,
    SUMMARY_COLUMNS,
    UTTERANCE_COLUMNS,
    gap_rows,
    mean_over_summarizers,
    memory_row,
    rows_frame,
    summary_row,
    utterance_rows,
)
from streamrecall.params import (
    CallParameters,
    JudgeParameters,
    ProStreamParameterGroup,
    StructuredMemoryParameters,
    SummaryMemoryParameters,
    SummaryParameters,
)
from streamrecall.pipelines.baselines.structured_memories import steps_name
from streamrecall.pipelines.baselines.summary_memories import writer_name
from streamrecall.pipelines.call_accounts import CallAccount, accounts_frame, result_provenance
from streamrecall.pipelines.evaluate.judges import judge_offline, open_judge
from streamrecall.pipelines.memory_nodes import Rows
from streamrecall.pipelines.prostream_memory.distillation import distillation_name
from streamrecall.pipelines.summarize.nodes import CALLS, MemoryCase, read_memories
from streamrecall.pipelines.summarize.summarizers import name_summarizers
from streamrecall.records import Provenance, Summary, Turn
from streamrecall.reporting.judge_checks import agreement_frame
from streamrecall.serialization import from_plain, to_plain

MEMORIES_OF = "_memories"
SUMMARIES_OF = "_summaries"
AGREEMENT = "agreement"


def judge_results(
    benchmark: Rows,
    turns: pd.DataFrame,
    judge: JudgeParameters,
    calls: CallParameters,
    **results: Rows,
) -> dict[str, Rows | pd.DataFrame]:
    """Judge every summary with its memory, in one batch for all methods.

    Args:
        benchmark: The instances.
        turns: The dialogues.
        judge: Who judges.
        calls: How models are called.
        results: ``<group>_memories`` and ``<group>_summaries`` of each group.

    Returns:
        The judgements of each group, one row per window, method and summarizer; the model calls; and how
        far a model and the offline judge agree on the same cases, without rows where no model judges.
    """
    cases = _read_cases(benchmark, turns, results)
    asked = [case for _, case in cases]
    with open_judge(judge, calls) as judge_cases:
        judged = judge_cases(asked)
    outputs: dict[str, Rows] = {
        name.removesuffix(MEMORIES_OF): [] for name in results if name.endswith(MEMORIES_OF)
    }
    for (memory, case), (judgement, made) in zip(cases, judged, strict=True):
        outputs[memory.group].append(_row(memory, case, judgement, made))
    accounts = [
        CallAccount("judgement", one.window_id, one.summarizer, made, one.failed, one.method)
        for one, made in judged
        if made is not None
    ]
    by_model = [judgement for judgement, made in judged if made is not None]
    agreement = agreement_frame(by_model, judge_offline(asked) if by_model else [])
    return {**outputs, CALLS: accounts_frame(accounts), AGREEMENT: agreement}


def collect_rows(
    *judgements_and_seconds: Rows | pd.DataFrame,
) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Return the memory, gap, utterance and summary rows of all methods.

    Args:
        judgements_and_seconds: The judgements of each method, then the build seconds of each.
    """
    judged = [row for rows in judgements_and_seconds if isinstance(rows, list) for row in rows]
    seconds = pd.concat([frame for frame in judgements_and_seconds if isinstance(frame, pd.DataFrame)])
    memories = rows_frame((row["memory"] for row in judged), MEMORY_COLUMNS)
    memories = memories.drop_duplicates(["method", "window_id"])
    memories = memories.drop(columns="build_seconds").merge(seconds, on=["method", "window_id"], how="left")
    gaps = rows_frame((gap for row in judged for gap in row["gaps"]), GAP_COLUMNS)
    return (
        memories[list(MEMORY_COLUMNS)],
        mean_over_summarizers(gaps),
        rows_frame((utterance for row in judged for utterance in row["utterances"]), UTTERANCE_COLUMNS),
        rows_frame((row["summary"] for row in judged), SUMMARY_COLUMNS),
    )


def name_implementations(  # noqa: PLR0917
    embedding_report: pd.DataFrame,
    detections: Rows,
    summary: SummaryParameters,
    summary_memories: SummaryMemoryParameters,
    structured_memories: StructuredMemoryParameters,
    prostream: ProStreamParameterGroup,
) -> dict[str, str]:
    """Return what stood behind the ports of this run, by the names the implementations give themselves."""
    return {
        "detector": detections[0]["detector"] if detections else "",
        "embedder": str(embedding_report["encoder"].iloc[0]),
        "summarizer": ", ".join(each.name for each in name_summarizers(summary)),
        "memory_writer": writer_name(summary_memories),
        "memory_steps": steps_name(structured_memories),
        "distiller": distillation_name(prostream),
    }


def _read_cases(
    benchmark: Rows, turns: pd.DataFrame, results: dict[str, Rows]
) -> list[tuple[MemoryCase, JudgeCase]]:
    dialogues = dialogues_of(turns)
    histories: dict[str, dict[str, Turn]] = {}
    for instance in read_instance_rows(benchmark):
        window = instance.window
        before = dialogues[window.dialogue_id].turns[: window.first_turn]
        histories[window.window_id] = {turn.turn_id: turn for turn in before}
    memories = {
        name.removesuffix(MEMORIES_OF): rows for name, rows in results.items() if name.endswith(MEMORIES_OF)
    }
    by_place = {
        (case.group, case.memory.method, case.instance.window.window_id): case
        for case in read_memories(benchmark, memories)
    }
    cases = []
    for group in memories:
        for row in results[group + SUMMARIES_OF]:
            summary = from_plain(Summary, row["summary"])
            memory = by_place[group, summary.method, summary.window_id]
            history = histories[summary.window_id]
            cases.append((memory, JudgeCase(memory.instance, memory.memory, summary, history)))
    return cases


def _row(
    memory: MemoryCase, case: JudgeCase, judgement: Judgement, made: Provenance | None
) -> dict[str, Any]:
    assert case.summary is not None
    row = {
        "window_id": judgement.window_id,
        "memory": memory_row(case.instance, case.memory, build_seconds=0.0, failed=bool(memory.failed)),
        "gaps": gap_rows(case.instance, judgement),
        "utterances": utterance_rows(case.instance, judgement),
        "summary": summary_row(case.instance, case.summary, judgement),
        "judgement": to_plain(judgement),
    }
    return row if made is None else {**row, "made_by": result_provenance(made)}
