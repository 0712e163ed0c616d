"""Recogniser output: Whisper, WhisperX and whisper.cpp as JSON, Whisper as TSV."""

from __future__ import annotations

import re
from collections.abc import Iterator

from streamrecall.exports.captions import is_sound
from streamrecall.exports.jsontext import first_string, record, records, string
from streamrecall.exports.message import Draft, Kind, Parsed
from streamrecall.exports.source import Source
from streamrecall.exports.times import clock_seconds, duration

NAME = "Whisper"
_TSV_HEAD = re.compile(r"start\tend\t(?:speaker\t)?text\s*")
_Record = dict[str, object]


def sniff(source: Source) -> float:
    """Return how surely this is recogniser output (0 to 1)."""
    if not source.is_file:
        return 0.0
    if _TSV_HEAD.fullmatch(source.lines[0]):
        return 1.0
    segments = _segments(source.json)[:20]
    timed = [
        one
        for one in segments
        if "text" in one
        and ({"start", "offsets", "timestamps"} & one.keys() or isinstance(one.get("timestamp"), list))
    ]
    return 1.0 if timed and len(timed) * 2 >= len(segments) else 0.0


def read(source: Source) -> Parsed:
    """Read one entry per segment, split where the words' speaker changes; scores are not passed on."""
    parsed = Parsed()
    segments = list(_tsv(source.lines)) if _TSV_HEAD.fullmatch(source.lines[0]) else _segments(source.json)
    for segment in segments:
        drafts = list(_entries(segment))
        parsed.skipped["segments without words"] += not drafts
        parsed.messages += drafts
    parsed.skipped = +parsed.skipped
    parsed.notes.append("times: from the start of the recording")
    return parsed


def _segments(value: object) -> list[_Record]:
    if isinstance(value, dict):
        found = (records(value.get(key)) for key in ("segments", "transcription", "chunks"))
        return next((segments for segments in found if segments), [])
    return records(value)


def _tsv(lines: list[str]) -> Iterator[_Record]:
    names = lines[0].strip().split("\t")
    for line in lines[1:]:
        cells = line.split("\t", len(names) - 1)
        if len(cells) == len(names):
            row: _Record = dict(zip(names, cells, strict=True))
            yield {**row, "offsets": {"from": row["start"]}}


def _start(segment: _Record) -> str | None:
    offset = record(segment.get("offsets")).get("from")
    if offset is not None:
        try:
            return duration(float(string(offset)) / 1000)
        except (ValueError, OverflowError):
            return None
    span = segment.get("timestamp")
    start = segment.get("start", span[0] if isinstance(span, list) and span else None)
    if start is None:
        clock = clock_seconds(string(record(segment.get("timestamps")).get("from")))
        return duration(clock)
    return duration(start)


def _entries(segment: _Record) -> Iterator[Draft]:
    speaker = first_string(segment.get("speaker"))
    text = string(segment.get("text")).replace("[SPEAKER_TURN]", "").strip()
    words = records(segment.get("words"))
    speakers = {name for word in words if (name := first_string(word.get("speaker")))}
    if len(speakers) == 1 and all(word.get("speaker") or word.get("start") is None for word in words):
        speaker = speaker or next(iter(speakers))
    if len(speakers) < 2:
        if text:
            yield Draft(speaker, text, _start(segment), Kind.SYSTEM if is_sound(text) else Kind.MESSAGE)
        return
    for name, run in _runs(words):
        piece = _joined(run)
        first = next((word for word in run if word.get("start") is not None), segment)
        if piece:
            yield Draft(name, piece, _start(first), Kind.SYSTEM if is_sound(piece) else Kind.MESSAGE)


def _runs(words: list[_Record]) -> Iterator[tuple[str | None, list[_Record]]]:
    """Yield runs of words of one speaker; a word that carries none stays in the run it stands in."""
    run: list[_Record] = []
    current: str | None = None
    for word in words:
        name = first_string(word.get("speaker"))
        if name is not None and current is not None and name != current:
            yield current, run
            run = []
        current = name or current
        run.append(word)
    if run:
        yield current, run


def _joined(words: list[_Record]) -> str:
    pieces = [string(word.get("word") or word.get("text")) for word in words]
    spaced = any(piece.startswith(" ") for piece in pieces)
    return ("" if spaced else " ").join(piece for piece in pieces if piece).strip()
