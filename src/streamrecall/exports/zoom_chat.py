"""Zoom chat ``.txt``: saved on the computer, or beside a cloud recording."""

from __future__ import annotations

import re
from collections import Counter

from streamrecall.exports.growing import GrowingTurns
from streamrecall.exports.message import Draft, Kind, Parsed
from streamrecall.exports.source import Source
from streamrecall.exports.times import clock_seconds, duration, iso_time

NAME = "Zoom chat"
_WHEN = r"(?:(\d{4}-\d\d-\d\d)[ T])?(\d{1,2}:\d\d:\d\d)"
_BLOCK = re.compile(rf"{_WHEN}\s+From\s+(.+)\s+[Tt]o\s+(.+?)\s*:\s*")
_INLINE = re.compile(rf"{_WHEN}\s+From\s+(.+?)(?:\s+[Tt]o\s+(.+?))?\s*:\s(.*)")
_CLOUD = re.compile(rf"{_WHEN}\t\s*(?!From\s)([^\t]+?)\s*:\t\s*(.*)")
_PRIVATE = re.compile(r"\s*\((?:Direct Message|Privately|Private)\)\s*$", re.I)
_PUBLIC = re.compile(r"(?:everyone|all|hosts?|panelists?|attendees|waiting room|meeting)\b.*", re.I)
_REPLY = re.compile(r"Replying to \"(.*?)\"[^\S\n]*(?:\n|$)", re.S)
_REACTION = re.compile(r"Reacted to \"(.*)\" with \"?([^\"\n]+?)\"?\s*", re.S)
_REMOVED = re.compile(r"Removed an? .+ reaction from \"(.*)\"\s*", re.S)
_LONGEST_HEADER = 400
_LOOK_BACK = 20_000  # messages in which the answered one is looked for
_NOWHERE = "\x1fnot in this file"
_CUT = re.compile(r"(?:\.{3}|…)$")


def sniff(source: Source) -> float:
    """Return how surely this is a Zoom chat (0 to 1)."""
    if not source.is_file:
        return 0.0
    head = [line.rstrip("\r") for line in source.text[:20_000].split("\n") if line.strip()]
    found = [position for position, line in enumerate(head) if _header(line) is not None]
    return 0.0 if not found else 0.99 if found[0] == 0 else 0.6


def read(source: Source) -> Parsed:
    """Read the lines; replies and reactions point to the latest message before that starts so."""
    parsed, turns = Parsed(), GrowingTurns()
    for line in source.lines:
        draft = _header(line)
        if draft is not None:
            turns.start(draft)
        elif turns.last is not None:
            turns.extend(line.removeprefix("\t").rstrip())
        elif line.strip():
            parsed.skipped["lines before the first message"] += 1
    parsed.messages = turns.drafts()
    seen: Counter[str] = Counter()
    for position, draft in enumerate(parsed.messages):
        written = "\x1f".join((draft.time or "", draft.speaker or "", draft.text))
        seen[written] += 1
        draft.key = f"{written}\x1f{seen[written]}"
        _resolve(draft, parsed.messages, position)
    parsed.notes.append("times: as the file gives them, without date or zone unless it has them")
    return parsed


def _header(line: str) -> Draft | None:
    if not line[:1].isdecimal():
        return None
    head, tail = line[:_LONGEST_HEADER], line[_LONGEST_HEADER:]
    block = None if tail else _BLOCK.fullmatch(head)
    if block is not None:
        day, clock, name, receiver = block.groups()
        return _start(day, clock, name, receiver, "")
    inline = _INLINE.fullmatch(head)
    if inline is not None:
        day, clock, name, receiver, words = inline.groups()
        return _start(day, clock, name, receiver, words + tail)
    cloud = _CLOUD.fullmatch(head)
    if cloud is not None:
        day, clock, name, words = cloud.groups()
        draft = _start(day, clock, name, None, words + tail)
        draft.time = draft.time if day else duration(clock_seconds(clock))
        return draft
    return None


def _start(day: str | None, clock: str, name: str, receiver: str | None, words: str) -> Draft:
    clock = clock.zfill(8)
    draft = Draft(name.strip(), words, iso_time(f"{day}T{clock}") if day else f"T{clock}")
    if receiver is not None and (_PRIVATE.search(receiver) or not _PUBLIC.match(receiver)):
        draft.private, draft.to = True, _PRIVATE.sub("", receiver).strip()
    return draft


def _resolve(draft: Draft, drafts: list[Draft], position: int) -> None:
    reaction = _REACTION.fullmatch(draft.text)
    reply = _REPLY.match(draft.text)
    removed = _REMOVED.fullmatch(draft.text)
    if reaction is not None:
        draft.kind, draft.text = Kind.REACTION, reaction[2].strip()
        draft.reply_key = _target(reaction[1], drafts, position)
    elif removed is not None:
        draft.kind, draft.reply_key = Kind.SYSTEM, _target(removed[1], drafts, position)
    elif reply is not None:
        draft.text = draft.text[reply.end() :].strip()
        draft.reply_key = _target(reply[1], drafts, position)


def _target(quote: str, drafts: list[Draft], position: int) -> str:
    start = _CUT.sub("", quote).strip()
    exact = start == quote.strip()
    for draft in (drafts[i] for i in range(position - 1, max(-1, position - _LOOK_BACK - 1), -1)):
        if draft.kind is Kind.MESSAGE and (draft.text == start if exact else draft.text.startswith(start)):
            return draft.key
    return _NOWHERE
