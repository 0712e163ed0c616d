"""Small frames of results with values that can be checked by hand."""

from collections.abc import Iterable

import pandas as pd

from streamrecall.metrics.rows import GAP_COLUMNS, MEMORY_COLUMNS, SUMMARY_COLUMNS, rows_frame
from streamrecall.reporting.methods import Implementations

NAMES = Implementations(detector="cue words", embedder="MiniLM", summarizer="extractive")
HISTORY = {"w1": 9_000, "w2": 40_000, "w3": 9_000}
DIALOGUE = {"w1": "d1", "w2": "d1", "w3": "d2"}
DOMAIN = {"d1": "chitchat", "d2": "workplace"}
TYPES = {"g1": "referential", "g2": "attribute", "g3": "referential", "g4": "relational"}
WINDOW = {"g1": "w1", "g2": "w1", "g3": "w2", "g4": "w3"}


def gap_frame(
    recalled: dict[str, Iterable[str]],
    resolved: dict[str, Iterable[str]] | None = None,
    failed: Iterable[str] = (),
) -> pd.DataFrame:
    """Four gaps g1..g4 of three windows of two dialogues, per method."""
    rows = []
    for method, hits in recalled.items():
        for gap, window in WINDOW.items():
            hit = gap in hits
            told = None if resolved is None or not hit else gap in resolved[method]
            rows.append(
                {
                    "method": method,
                    "window_id": window,
                    "dialogue_id": DIALOGUE[window],
                    "domain": DOMAIN[DIALOGUE[window]],
                    "history_tokens": HISTORY[window],
                    "gap_id": gap,
                    "type": TYPES[gap],
                    "recalled": hit,
                    "recalled_all": hit and gap != "g1",
                    "resolved_in_summary": told,
                    "scored_by": "offline",
                    "failed": gap in failed,
                }
            )
    return rows_frame(rows, GAP_COLUMNS)


def summary_frame(scores: dict[str, dict[str, tuple[float, float | None, float, float]]]) -> pd.DataFrame:
    """Summary rows from method -> window -> (window, gap resolution, conciseness, faithfulness)."""
    rows = []
    for method, windows in scores.items():
        for window, (win, gap, concise, faithful) in windows.items():
            rows.append(
                {
                    "method": method,
                    "summarizer": "extractive",
                    "window_id": window,
                    "dialogue_id": DIALOGUE[window],
                    "domain": DOMAIN[DIALOGUE[window]],
                    "history_tokens": HISTORY[window],
                    "window_completeness": win,
                    "gap_resolution_completeness": gap,
                    "conciseness": concise,
                    "faithfulness": faithful,
                    "composite": None if gap is None else (win + gap + concise + faithful) / 4,
                    "sentences": 4,
                    "summary_tokens": 80,
                    "scored_by": "offline",
                    "failed": False,
                }
            )
    return rows_frame(rows, SUMMARY_COLUMNS)


def memory_frame(seconds: dict[str, dict[str, float]]) -> pd.DataFrame:
    """Memory rows from method -> window -> build seconds."""
    rows = [
        {
            "method": method,
            "window_id": window,
            "dialogue_id": DIALOGUE[window],
            "corpus": "sample",
            "domain": DOMAIN[DIALOGUE[window]],
            "history_tokens": HISTORY[window],
            "memory_tokens": 1000,
            "budget": 1024,
            "build_seconds": value,
            "failed": False,
        }
        for method, windows in seconds.items()
        for window, value in windows.items()
    ]
    return rows_frame(rows, MEMORY_COLUMNS)
