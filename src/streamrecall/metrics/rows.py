"""Rows of results: one per memory, per gap, per salient utterance and per summary.

Every row names its dialogue, so that intervals can be clustered by it, and a failed row stays in its
table with negative labels.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd

from streamrecall.metrics.judgement import Judgement
from streamrecall.records import Instance, Memory, Summary
from streamrecall.text.tokens import count_tokens

Row = dict[str, Any]

MEMORY_COLUMNS = (
    "method", "window_id", "dialogue_id", "corpus", "domain", "history_tokens", "memory_tokens", "budget",
    "build_seconds", "failed",
)  # fmt: skip
GAP_COLUMNS = (
    "method", "window_id", "dialogue_id", "domain", "history_tokens", "gap_id", "type", "recalled",
    "recalled_all", "resolved_in_summary", "scored_by", "failed",
)  # fmt: skip
UTTERANCE_COLUMNS = (
    "method", "summarizer", "window_id", "dialogue_id", "domain", "history_tokens", "utterance_id",
    "covered", "scored_by", "failed",
)  # fmt: skip
SUMMARY_COLUMNS = (
    "method", "summarizer", "window_id", "dialogue_id", "domain", "history_tokens", "window_completeness",
    "gap_resolution_completeness", "conciseness", "faithfulness", "composite", "sentences",
    "summary_tokens", "scored_by", "failed",
)  # fmt: skip


def memory_row(instance: Instance, memory: Memory, build_seconds: float, failed: bool = False) -> Row:
    """Return the row of one memory; ``build_seconds`` is the wall time of its ``recall``."""
    return {
        "method": memory.method,
        **_window_fields(instance),
        "corpus": instance.corpus,
        "memory_tokens": memory.tokens,
        "budget": memory.budget,
        "build_seconds": build_seconds,
        "failed": failed,
    }


def gap_rows(instance: Instance, judgement: Judgement) -> list[Row]:
    """Return one row per annotated gap of the window, in the order of the annotation."""
    return [
        {
            "method": judgement.method,
            **_window_fields(instance),
            "gap_id": label.gap_id,
            "type": str(label.type),
            "recalled": label.recalled,
            "recalled_all": label.recalled_all,
            "resolved_in_summary": label.resolved,
            "scored_by": judgement.scored_by,
            "failed": bool(judgement.failed),
        }
        for label in judgement.gaps
    ]


def utterance_rows(instance: Instance, judgement: Judgement) -> list[Row]:
    """Return one row per salient utterance of the window, in the order of the annotation."""
    return [
        {
            "method": judgement.method,
            "summarizer": judgement.summarizer,
            **_window_fields(instance),
            "utterance_id": label.utterance_id,
            "covered": label.covered,
            "scored_by": judgement.scored_by,
            "failed": bool(judgement.failed),
        }
        for label in judgement.utterances
    ]


def summary_row(instance: Instance, summary: Summary, judgement: Judgement) -> Row:
    """Return the row of one summary."""
    scores = judgement.scores
    return {
        "method": judgement.method,
        "summarizer": summary.summarizer,
        **_window_fields(instance),
        "window_completeness": scores.window_completeness,
        "gap_resolution_completeness": scores.gap_resolution_completeness,
        "conciseness": scores.conciseness,
        "faithfulness": scores.faithfulness,
        "composite": scores.composite,
        "sentences": len(summary.sentences),
        "summary_tokens": count_tokens(summary.text),
        "scored_by": judgement.scored_by,
        "failed": bool(judgement.failed or summary.failed),
    }


def mean_over_summarizers(gaps: pd.DataFrame) -> pd.DataFrame:
    """Return one row per method, window and gap, in the order of the first.

    ``resolved_in_summary`` becomes the share of the summarizers whose summary resolves the gap; with one
    summarizer it stays its label. A gap has failed where any of its judgements has.
    """
    keys = ["method", "window_id", "gap_id"]
    if not gaps.duplicated(keys).any():
        return gaps
    told = gaps["resolved_in_summary"].map(float, na_action="ignore").astype(float)
    grouped = gaps.assign(resolved_in_summary=told).groupby(keys, sort=False)
    means = grouped.agg(resolved_in_summary=("resolved_in_summary", "mean"), failed=("failed", "any"))
    first = gaps.drop_duplicates(keys).drop(columns=["resolved_in_summary", "failed"])
    return first.merge(means.reset_index(), on=keys, validate="one_to_one")[list(gaps.columns)]


def rows_frame(rows: Iterable[Row], columns: tuple[str, ...]) -> pd.DataFrame:
    """Return rows as a frame with exactly ``columns``, also when there is no row.

    Raises:
        KeyError: If a row lacks one of the columns.
    """
    return pd.DataFrame([[row[column] for column in columns] for row in rows], columns=list(columns))


def _window_fields(instance: Instance) -> Row:
    return {
        "window_id": instance.window.window_id,
        "dialogue_id": instance.window.dialogue_id,
        "domain": str(instance.domain),
        "history_tokens": instance.window.history_tokens,
    }
