"""What names a row of each suite's table, so that a row that fails can be found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ID_COLUMNS: dict[str, tuple[str, ...]] = {
    "turns": ("dialogue_id", "turn_id", "index"),
    "windows": ("window_id",),
    "salient_utterances": ("window_id", "utterance_id"),
    "gaps": ("window_id", "gap_id"),
    "candidate_windows": ("window_id",),
    "votes": ("annotator", "window_id", "target"),
    "losses": ("kind", "window_id", "target"),
    "salient_candidates": ("window_id", "utterance_id"),
    "relevant_chunks": ("window_id", "chunk"),
    "evidence": ("utterance_id", "source_id"),
    "resolutions": ("window_id", "utterance_id"),
    "benchmark": ("window_id",),
    "stem_questions": ("question_id",),
    "stem_losses": ("step", "check", "question_id"),
}


def name_row(entry: Mapping[str, Any], id_columns: tuple[str, ...]) -> str:
    """Return a row's ids, separated by blanks."""
    return " ".join(str(entry[column]) for column in id_columns)
