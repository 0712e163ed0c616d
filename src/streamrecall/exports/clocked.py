"""Transcripts whose turns stand under a line ``Name   0:03``; shared by Teams documents and Otter."""

from __future__ import annotations

import re

from streamrecall.exports.growing import GrowingTurns
from streamrecall.exports.message import Draft
from streamrecall.exports.times import clock_seconds, duration

_HEADER = re.compile(r"\s*(\S.*?)(?:[^\S\t]{2,}|\s*\t\s*)((?:\d{1,3}:)?\d{1,2}:\d{2})\s*")


_LONGEST_HEADER = 300


def read_header(line: str) -> tuple[str, float] | None:
    """Return (name, seconds) of a line that is a name, two blanks or a tab, and a clock at its end."""
    match = _HEADER.fullmatch(line) if len(line) <= _LONGEST_HEADER else None
    if match is None:
        return None
    seconds = clock_seconds(match[2])
    return None if seconds is None else (match[1].strip(), seconds)


def header_share(lines: list[str]) -> float:
    """Return the share of headers among the lines that are not blank."""
    filled = [line for line in lines if line.strip()]
    return sum(read_header(line) is not None for line in filled) / len(filled) if filled else 0.0


def add_line(turns: GrowingTurns, line: str) -> bool:
    """Start a turn at a header, or continue the last one; False for a line that stands before any turn."""
    header = read_header(line)
    if header is not None:
        turns.start(Draft(header[0], "", duration(header[1])))
    elif turns.last is not None:
        turns.extend(line.strip())
    return turns.last is not None
