"""Google Meet transcripts: the document as plain text or Word."""

from __future__ import annotations

import re

from streamrecall.exports.growing import GrowingTurns
from streamrecall.exports.labels import choose_labels, split_label
from streamrecall.exports.message import Draft, Kind, Parsed
from streamrecall.exports.source import Source
from streamrecall.exports.times import clock_seconds, duration

NAME = "Google Meet transcript"
_MARK = re.compile(r"\s*(\d{1,2}:\d\d:\d\d)\s*")
_START = re.compile(
    r"\W*(?:Transcript|Transkript|Transcription|Transcripción|Transcrição|Trascrizione)\s*", re.I
)
_PEOPLE = re.compile(
    r"\W*(?:Attendees|Invited|Participants|Teilnehmer|Asistentes|Participantes|Partecipanti)\s*", re.I
)
_END = re.compile(r"[^:]{3,80}?(\d{1,2}:\d\d:\d\d)\.?\s*(?:beendet)?\W*")
_LABEL_WORDS = 6


def sniff(source: Source) -> float:
    """Return how surely this is a Meet transcript (0 to 1)."""
    if not source.is_file:
        return 0.0
    lines = source.lines[:4000]
    starts = any(_START.fullmatch(line) for line in lines)
    marks = sum(bool(_MARK.fullmatch(line)) for line in lines)
    people = any(_PEOPLE.fullmatch(line) for line in lines[:60])
    if starts and marks and any(split_label(line, _LABEL_WORDS) for line in lines):
        return 0.99 if people else 0.9
    return 0.0


def read(source: Source) -> Parsed:
    """Read the talk below the line ``Transcript``; a five-minute mark is the time of what follows it."""
    parsed, turns = Parsed(), GrowingTurns()
    lines = source.lines
    start = next((i for i, line in enumerate(lines) if _START.fullmatch(line)), -1)
    people = _people(lines[:start])
    talk = lines[start + 1 :]
    found = [split[0] for line in talk if (split := split_label(line, _LABEL_WORDS))]
    speakers = people or choose_labels(found)
    if people:
        again = {label for label in choose_labels(found) if found.count(label) > 1}
        speakers = people | again
    parsed.skipped["lines before the talk"] += sum(bool(line.strip()) for line in lines[: start + 1])
    time: str | None = None
    final = max((i for i, line in enumerate(talk) if line.strip()), default=-1)
    for position, line in enumerate(talk):
        mark, end = _MARK.fullmatch(line), _END.fullmatch(line)
        split = _split(line, speakers)
        if mark is not None:
            time = duration(clock_seconds(mark[1]))
        elif split is not None:
            turns.start(Draft(split[0], split[1], time))
        elif end is not None and turns.last is not None and (position == final or " ended after " in line):
            turns.start(Draft(None, line, duration(clock_seconds(end[1])), Kind.SYSTEM))
        elif turns.last is not None and turns.last.kind is Kind.MESSAGE and line.strip():
            turns.extend(line.strip())
        else:
            parsed.skipped["lines around the talk"] += bool(line.strip())
    parsed.skipped = +parsed.skipped
    parsed.messages = turns.drafts()
    parsed.notes.append("times: the five-minute mark above each turn, from the start of the recording")
    return parsed


def _people(lines: list[str]) -> frozenset[str]:
    """Return the names listed under ``Attendees``."""
    at = next((i for i, line in enumerate(lines) if _PEOPLE.fullmatch(line)), None)
    if at is None:
        return frozenset()
    listed: list[str] = []
    for line in lines[at + 1 :]:
        if not line.strip() and listed:
            break
        listed += [name.strip() for name in line.split(",")]
    return frozenset(name for name in listed if name)


def _split(line: str, speakers: frozenset[str]) -> tuple[str, str] | None:
    label, colon, words = line.partition(":")
    if colon and label.strip() in speakers and (not words or words[0].isspace()):
        return label.strip(), words.strip()
    return None
