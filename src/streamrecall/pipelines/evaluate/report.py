"""The pages a person opens after a run."""

from __future__ import annotations

from typing import Any

import pandas as pd

from streamrecall.benchmark.instances import read_instance_rows
from streamrecall.corpora.turn_table import dialogues_of
from streamrecall.memories import MEMORIES
from streamrecall.pipelines.memory_nodes import Rows
from streamrecall.records import Memory, Summary
from streamrecall.reporting.evidence_report import GapLabel, build_report_view, render_evidence_report
from streamrecall.serialization import from_plain

FEATURED = "ReMEMBER (expected recall)"


def write_evidence_report(
    benchmark: Rows,
    turns: pd.DataFrame,
    gaps: pd.DataFrame,
    implementations: dict[str, Any],
    *memories_and_summaries: Rows,
) -> str:
    """Return the evidence report of every window, memory and summary as one HTML page.

    Args:
        benchmark: The instances.
        turns: The dialogues.
        gaps: Gap rows of all methods.
        implementations: What stood behind the ports.
        memories_and_summaries: The memories of each method, then the summaries of each.
    """
    memories: dict[str, list[Memory]] = {}
    summaries: list[Summary] = []
    for rows in memories_and_summaries:
        for row in rows:
            if "memory" in row:
                memories.setdefault(row["window_id"], []).append(from_plain(Memory, row["memory"]))
            else:
                summaries.append(from_plain(Summary, row["summary"]))
    view = build_report_view(
        read_instance_rows(benchmark),
        dialogues_of(turns).values(),
        memories,
        summaries,
        [_label(row) for row in gaps.to_dict("records")],
        provenance=[(key, str(value)) for key, value in implementations.items()],
        methods=list(MEMORIES),
        featured=FEATURED,
    )
    return render_evidence_report(view)


def join_tables(*sections: str) -> str:
    """Return the tables as one Markdown page; Table 10 stays apart, since what calls cost is measured."""
    end = "\nTable 10, what the calls of models cost, is in `table_10.md`.\n"
    return "# ReMEMBER: every table of the run beside the paper\n\n" + "\n".join(sections) + end


def _label(row: dict[Any, Any]) -> GapLabel:
    resolved = row["resolved_in_summary"]
    return GapLabel(
        window_id=row["window_id"],
        method=row["method"],
        gap_id=row["gap_id"],
        recalled=None if row["failed"] else bool(row["recalled"]),
        resolved=None if pd.isna(resolved) else float(resolved) >= 0.5,  # most summarizers
        scorer=row["scored_by"],
    )
