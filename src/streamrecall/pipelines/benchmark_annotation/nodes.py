"""From annotated windows to checked benchmark instances."""

from __future__ import annotations

from typing import Any

import pandas as pd

from streamrecall.benchmark.instances import instance_row, read_instance_rows
from streamrecall.benchmark.selection import select_instances
from streamrecall.corpora.turn_table import dialogues_of
from streamrecall.params import WindowParameters
from streamrecall.quality.facts import gap_facts, salient_facts, window_facts
from streamrecall.records import Instance

Rows = list[dict[str, Any]]


def select_windows(annotations: list[Instance], windows: WindowParameters) -> tuple[Rows, pd.DataFrame]:
    """Return the windows that the benchmark keeps, and one row per window with what became of it."""
    selection = select_instances(annotations, windows.minimum_history)
    return [instance_row(decision.instance) for decision in selection if decision.kept], pd.DataFrame(
        [
            {
                "window_id": decision.instance.window.window_id,
                "history_tokens": decision.instance.window.history_tokens,
                "salient_utterances": len(decision.instance.salient),
                "gaps": len(decision.instance.gaps),
                "kept": decision.kept,
                "reason": decision.reason,
            }
            for decision in selection
        ]
    )


def state_facts(selected: Rows, turns: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Return the facts about windows, salient utterances and gaps that the suites check on saving."""
    instances = read_instance_rows(selected)
    return (
        window_facts(instances),
        salient_facts(instances),
        gap_facts(instances, dialogues_of(turns).values()),
    )


def write_benchmark(selected: Rows, windows: pd.DataFrame, salient: pd.DataFrame, gaps: pd.DataFrame) -> Rows:
    """Return the selected windows; the facts are arguments so that nothing unchecked goes on."""
    return selected
