"""Puts the memory-recall table of the last run into README.md.

python scripts/update_readme.py            # from data/08_reporting/remember/table_1.csv
"""

from __future__ import annotations

import io
import re
from pathlib import Path

import pandas as pd
from rich.console import Console

from streamrecall.reporting.console import recall_table

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "data" / "08_reporting" / "remember" / "table_1.csv"
_BLOCK = re.compile(r"(<!-- memory recall -->\n```\n).*?(```\n<!-- end -->)", re.DOTALL)


def rendered_table() -> str:
    """Return the table as a run prints it on a terminal of a hundred columns."""
    out = io.StringIO()
    Console(file=out, width=100, color_system=None).print(recall_table(pd.read_csv(TABLE)))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def updated(readme: str) -> str:
    """Return the README with the table of the last run."""
    return _BLOCK.sub(lambda block: block[1] + rendered_table() + block[2], readme)


if __name__ == "__main__":
    page = ROOT / "README.md"
    page.write_text(updated(page.read_text(encoding="utf-8")), encoding="utf-8")
