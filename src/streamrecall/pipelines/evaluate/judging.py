"""Judging one method's memories and summaries, and collecting the rows of all methods."""

from __future__ import annotations

from typing import Protocol

import pandas as pd

from streamrecall.benchmark.instances import read_instance_rows
from streamrecall.corpora.turn_table import dialogues_of
from streamrecall.memories import DETECTOR
from streamrecall.metrics.offline_judge import OfflineJudge
from streamrecall.metrics.rows import (
    GAP_COLUMNS,
    MEMORY_COLUMNS,
    SUMMARY_COLUMNS,
    UTTERANCE_COLUMNS,
    gap_rows,
    memory_row,
    rows_frame,
    summary_row,
    utterance_rows,
)
from streamrecall.params import SummaryParameters
from streamrecall.pipelines.memory_nodes import Rows, slug
from streamrecall.pipelines.summarize.nodes import memories_by_window, open_summarizer
from streamrecall.records import Summary
from streamrecall.serialization import from_plain, to_plain


class JudgeResults(Protocol):
    """Judges every benchmark window under one method."""

    __name__: str

    def __call__(self, benchmark: Rows, turns: pd.DataFrame, memories: Rows, summaries: Rows) -> Rows: ...  # noqa: D102


def judge_with(method: str) -> JudgeResults:
    """Return the node function that judges one method; a row holds all labels of one window."""

    def judge(benchmark: Rows, turns: pd.DataFrame, memories: Rows, summaries: Rows) -> Rows:
        scorer = OfflineJudge()
        dialogues = dialogues_of(turns)
        by_window = memories_by_window(memories)
        texts = {row["window_id"]: from_plain(Summary, row["summary"]) for row in summaries}
        rows: Rows = []
        for instance in read_instance_rows(benchmark):
            window = instance.window
            history = {t.turn_id: t for t in dialogues[window.dialogue_id].turns[: window.first_turn]}
            memory, summary = by_window[window.window_id], texts[window.window_id]
            judgement = scorer.judge(instance, memory, summary, history)
            rows.append(
                {
                    "window_id": window.window_id,
                    "memory": memory_row(instance, memory, build_seconds=0.0),
                    "gaps": gap_rows(instance, judgement),
                    "utterances": utterance_rows(instance, judgement),
                    "summary": summary_row(instance, summary, judgement),
                    "judgement": to_plain(judgement),
                }
            )
        return rows

    judge.__name__ = f"judge_{slug(method)}"
    return judge


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
    memories = memories.drop(columns="build_seconds").merge(seconds, on=["method", "window_id"], how="left")
    return (
        memories[list(MEMORY_COLUMNS)],
        rows_frame((gap for row in judged for gap in row["gaps"]), GAP_COLUMNS),
        rows_frame((utterance for row in judged for utterance in row["utterances"]), UTTERANCE_COLUMNS),
        rows_frame((row["summary"] for row in judged), SUMMARY_COLUMNS),
    )


def name_implementations(embedding_report: pd.DataFrame, summary: SummaryParameters) -> dict[str, str]:
    """Return what stood behind the ports of this run, by the names the implementations give themselves."""
    return {
        "detector": DETECTOR,
        "embedder": str(embedding_report["encoder"].iloc[0]),
        "summarizer": open_summarizer(summary).name,
    }
