"""Otter ``.txt`` transcripts."""

from __future__ import annotations

import re

from streamrecall.exports.clocked import add_line, header_share
from streamrecall.exports.growing import GrowingTurns
from streamrecall.exports.message import Parsed
from streamrecall.exports.source import Source

NAME = "Otter transcript"
_FOOTER = re.compile(r"\s*Transcribed by https?://otter\.ai\S*\s*", re.I)


def sniff(source: Source) -> float:
    """Return how surely this is a transcript with ``Name  0:03`` headers (0 to 1)."""
    if not source.is_file or source.document is not None:
        return 0.0
    share = header_share(source.lines[:400])
    return 0.95 if share >= 0.15 else 0.4 if share > 0 else 0.0


def read(source: Source) -> Parsed:
    """Read the turns; the advertising line at the end is left out."""
    parsed, turns = Parsed(), GrowingTurns()
    for line in source.lines:
        if _FOOTER.fullmatch(line):
            parsed.skipped["advertising lines"] += 1
        elif not add_line(turns, line):
            parsed.skipped["lines before the talk"] += bool(line.strip())
    parsed.skipped = +parsed.skipped
    parsed.messages = turns.drafts()
    parsed.notes.append("times: from the start of the recording")
    return parsed
