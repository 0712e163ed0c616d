"""The memory-recall table that a run prints at its end."""

from __future__ import annotations

import pandas as pd
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from streamrecall.reporting.markdown import format_cell

_COLUMNS = {
    "memory_recall": "recall",
    "interval": "95 % CI",
    "memory_recall_micro": "per gap",
    "gaps": "gaps",
    "failed": "failed",
    "paper_memory_recall": "paper",
    "difference": "diff.",
}


def recall_table(table_1: pd.DataFrame, title: str = "Memory recall") -> Table:
    """Return Table 1 in short; the caption names who scored it."""
    table = Table(
        title=title, caption=_caption(table_1), box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False
    )
    table.add_column("method", overflow="fold")
    for heading in _COLUMNS.values():
        table.add_column(heading, justify="right", no_wrap=True)
    for row in table_1.to_dict("records"):
        low, high = (format_cell(row[bound], 2) for bound in ("ci_low", "ci_high"))
        row["interval"] = f"{low}-{high}" if low and high else ""
        table.add_row(Text(str(row["method"])), *(format_cell(row[name], 3) for name in _COLUMNS))
    return table


def print_recall(table_1: pd.DataFrame, report: str, console: Console | None = None) -> None:
    """Print the memory-recall table and where the report lies.

    Args:
        table_1: The frame of ``table_1``.
        report: Path of the folder that holds the tables.
        console: Where to print; standard output by default.
    """
    console = console or Console()
    console.print(recall_table(table_1))
    console.print(Text(f"Report: {report}"), soft_wrap=True)


def _caption(table_1: pd.DataFrame) -> str:
    if table_1.empty:
        return "no gaps were scored"
    names = {
        column: ", ".join(dict.fromkeys(str(name) for name in table_1[column].dropna() if name))
        for column in ("scored_by", "detector", "embedder")
    }
    return "; ".join(f"{column.replace('_', ' ')}: {name or 'none'}" for column, name in names.items())
