"""A frame as a Markdown table, with its notes beneath."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

import pandas as pd

from streamrecall.records import one_line

_SPECIAL = re.compile(r"([\\`*\[\]<>|])")


def render_table(
    frame: pd.DataFrame, title: str, notes: Sequence[str] = (), *, decimals: int = 4, command: str = ""
) -> str:
    """Return a Markdown section: title, table, notes and the command that makes it.

    Fractions have ``decimals`` decimals, whole numbers none, and undefined cells are blank. Names and
    other texts are escaped, so that nothing in them is read as markup.
    """
    lines = [f"## {title}", ""]
    if frame.empty:
        lines.append("No rows.")
    else:
        header = [str(column) for column in frame.columns]
        aligned = [
            "---:" if pd.api.types.is_numeric_dtype(frame[column]) else "---" for column in frame.columns
        ]
        lines += [_line(_escape(name) for name in header), _line(aligned)]
        for row in frame.itertuples(index=False, name=None):
            lines.append(_line(format_cell(cell, decimals) for cell in row))
    lines += [""] + [f"- {note}" for note in notes]
    if command:
        lines.append(f"- Command: `{command}`")
    return "\n".join(lines).rstrip() + "\n"


def format_cell(cell: object, decimals: int = 4) -> str:
    """Return one cell as Markdown text; undefined values become blank."""
    if cell is None or cell is pd.NA or (isinstance(cell, float) and math.isnan(cell)):
        return ""
    if isinstance(cell, float):
        return f"{cell:.0f}" if cell.is_integer() and abs(cell) > 1 else f"{cell:.{decimals}f}"
    return _escape(str(cell))


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", one_line(text))


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"
