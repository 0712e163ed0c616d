"""What the date headings of a memory cost, for everything that packs one."""

from __future__ import annotations

from functools import lru_cache

from streamrecall.records import date_heading
from streamrecall.text.tokens import count_tokens


@lru_cache(maxsize=10_000)
def heading_tokens(date: str) -> int:
    """Return the tokens of the line that stands above the items of a date, its line feed included."""
    return count_tokens(date_heading(date) + "\n")
