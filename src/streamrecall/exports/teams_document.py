"""Microsoft Teams meeting transcripts as Word files."""

from __future__ import annotations

import re

from docx.text.paragraph import Paragraph

from streamrecall.exports.clocked import add_line, header_share, read_header
from streamrecall.exports.growing import GrowingTurns
from streamrecall.exports.message import Draft, Kind, Parsed
from streamrecall.exports.source import Source

NAME = "Teams transcript (Word)"
_TRANSCRIPTION = re.compile(r"trans[ck]ri|trascri", re.I)
_NOTICE = re.compile(r"(\S.*?) (?:started|stopped) transcription\.?")


def sniff(source: Source) -> float:
    """Return how surely this is a Teams transcript (0 to 1)."""
    if not source.is_file or source.document is None:
        return 0.0
    return 1.0 if header_share(source.lines[:400]) >= 0.1 else 0.0


def read(source: Source) -> Parsed:
    """Read the turns; title, date and length are left out, who started and stopped it are notices."""
    parsed, turns = Parsed(), GrowingTurns()
    for paragraph in source.document or []:
        actor = _notice(paragraph)
        if actor is not None:
            turns.start(Draft(actor, paragraph.text, None, Kind.SYSTEM))
            continue
        for line in paragraph.text.split("\n"):
            silent = turns.last is None or turns.last.kind is Kind.SYSTEM
            if silent and read_header(line) is None:
                parsed.skipped["lines around the talk"] += bool(line.strip())
            else:
                add_line(turns, line)
    parsed.skipped = +parsed.skipped
    parsed.messages = turns.drafts()
    parsed.notes.append("times: from the start of the recording")
    return parsed


def _notice(paragraph: Paragraph) -> str | None:
    """Return who acted when a paragraph is a notice: a name in bold, then the product's words, no clock."""
    text = paragraph.text.strip()
    plain = _NOTICE.fullmatch(text)
    if plain is not None:
        return plain[1]
    runs = [run for run in paragraph.runs if run.text.strip()]
    if len(runs) < 2 or not runs[0].bold or "\n" in text or any(run.bold for run in runs[1:]):
        return None
    rest = text.removeprefix(runs[0].text.strip()).strip()
    return runs[0].text.strip() if _TRANSCRIPTION.search(rest) and not rest[-1].isdecimal() else None
