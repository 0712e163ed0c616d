"""WebVTT and SubRip captions, with the dialects of Teams and Zoom: one entry per cue and voice."""

from __future__ import annotations

import html
import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from streamrecall.exports.labels import choose_labels, split_label
from streamrecall.exports.message import Draft, Kind, Parsed
from streamrecall.exports.source import Source
from streamrecall.exports.times import clock_seconds, duration

NAME = "WebVTT or SRT"
_CLOCK = r"(?:\d{1,4}:)?\d{1,3}:\d{2}(?:[.,]\d{1,9})?"
_TIMING = re.compile(rf"\s*({_CLOCK})\s*-->\s*({_CLOCK})(?:\s+[A-Za-z][\w-]*:\S+)*\s*")
_ASIDE = re.compile(r"(?:NOTE|STYLE|REGION|WEBVTT)(?:\s|$)|X-TIMESTAMP-MAP=")
_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?\s+([^<>]+)>")
_TAG = re.compile(
    r"</?(?:c|i|b|u|s|v|lang|ruby|rt|font|span)(?:\.[^\s<>]*)?(?:\s[^<>]*)?>|<(?:\d+:)?\d{1,2}:\d{2}[.,]\d+>"
    r"|\{\\[^{}]*\}",
    re.I,
)
_WORD_TIME = re.compile(r"<(?:\d+:)?\d{1,2}:\d{2}[.,]\d+>")
_SOUND = re.compile(r"\[[^\[\]]*\]|\([^()]*\)|♪+")
_LABEL_WORDS = 5


@dataclass(slots=True)
class _Cue:
    start: float
    end: float
    lines: list[str]


def sniff(source: Source) -> float:
    """Return how surely this is a caption file (0 to 1)."""
    if not source.is_file:
        return 0.0
    head = [line for line in source.text[:20_000].split("\n") if line.strip()]
    if head and head[0].startswith("WEBVTT"):
        return 1.0
    if any(_TIMING.fullmatch(line) for line in head[:3]):
        return 0.98
    return 0.9 if sum(bool(_TIMING.fullmatch(line)) for line in head) >= 3 else 0.0


def is_sound(text: str) -> bool:
    """Whether a text is only a bracketed sound mark such as ``[Music]``."""
    return _SOUND.fullmatch(text.strip()) is not None


def read(source: Source) -> Parsed:
    """Read the cues; lines repeated by rolling captions and empty cues are left out and counted."""
    parsed = Parsed()
    cues = _cues(source, parsed)
    _unroll(cues, parsed)
    voiced = any(_VOICE.search(line) for cue in cues for line in cue.lines)
    texts = [_plain(" ".join(cue.lines)) for cue in cues]
    labels = frozenset() if voiced else _labels(texts)
    for cue, text in zip(cues, texts, strict=True):
        time = duration(cue.start)
        if voiced:
            parts = _voices(" ".join(cue.lines))
        else:
            split = split_label(text, _LABEL_WORDS)
            parts = [split if split is not None and split[0] in labels else (None, text)]
        spoken = [(speaker, words) for speaker, words in parts if words.strip()]
        parsed.skipped["empty cues"] += not spoken
        for speaker, words in spoken:
            kind = Kind.SYSTEM if is_sound(words) else Kind.MESSAGE
            parsed.messages.append(Draft(speaker, words, time, kind))
    parsed.skipped = +parsed.skipped
    parsed.notes.append("times: from the start of the recording")
    return parsed


def _cues(source: Source, parsed: Parsed) -> list[_Cue]:
    lines = source.lines
    marked = next((line for line in lines if line.strip()), "").startswith("WEBVTT")
    at = [
        (position, match)
        for position, line in enumerate(lines)
        if "-->" in line and (match := _TIMING.fullmatch(line))
    ]
    cues: list[_Cue] = []
    ends = [position for position, _ in at[1:]] + [len(lines)] * bool(at)
    for (position, match), following in zip(at, ends, strict=True):
        start, end = clock_seconds(match[1]), clock_seconds(match[2])
        body = lines[position + 1 : following]
        words = _payload(body, last=following == len(lines), marked=marked, parsed=parsed)
        cues.append(_Cue(start or 0.0, end or 0.0, words))
    return cues


def _payload(body: list[str], *, last: bool, marked: bool, parsed: Parsed) -> list[str]:
    """Return the words of a cue from the lines up to the next timing: without its id and without notes."""
    body = list(body)
    if not last and body and body[-1].strip():
        above = body[-2] if len(body) > 1 else ""
        others = any(line.strip() for line in body[:-1])
        if body[-1].strip().isdecimal() or (others and not above.strip()):
            body.pop()
    if not marked:
        return [line.strip() for line in body if line.strip()]
    words: list[str] = []
    aside = False
    for position, line in enumerate(body):
        fresh = position > 0 and body[position - 1] == ""
        if not line.strip():
            aside = aside and line != ""
        elif aside or (fresh and _ASIDE.match(line)):
            aside = True
            parsed.skipped["lines of notes and styles"] += 1
        else:
            words.append(line.strip())
    return words


def _unroll(cues: list[_Cue], parsed: Parsed) -> None:
    """Drop what a rolling display shows again: leading lines that repeat the last line of the cue before."""
    shown = [[_plain(line) for line in cue.lines] for cue in cues]
    repeats = [
        bool(now) and bool(before) and now[0] == before[-1] and later.start <= earlier.end + 0.05
        for (earlier, before), (later, now) in pairwise(zip(cues, shown, strict=True))
    ]
    timed = any(_WORD_TIME.search(line) for cue in cues for line in cue.lines)
    if not timed and (sum(repeats) < 3 or sum(repeats) * 3 < len(repeats)):
        return
    last: str | None = None
    for cue, texts in zip(cues, shown, strict=True):
        while texts and texts[0] == last:
            texts.pop(0)
            cue.lines.pop(0)
            parsed.skipped["repeated caption lines"] += 1
        last = texts[-1] if texts else last


def _labels(texts: list[str]) -> frozenset[str]:
    found = [split[0] for text in texts if (split := split_label(text, _LABEL_WORDS)) is not None]
    counts = Counter(found)
    chosen = choose_labels(found)
    if len(found) * 3 >= len(texts):  # captions that name their speakers: one written small will do
        return chosen | {label for label in counts if counts[label] > 1}
    return frozenset(label for label in chosen if counts[label] > 1 or label.isupper())


def _voices(text: str) -> list[tuple[str | None, str]]:
    """Split a cue at its voice tags; words outside any voice have no speaker."""
    parts: list[tuple[str | None, str]] = []
    speaker: str | None = None
    start = 0
    for match in re.finditer(rf"{_VOICE.pattern}|</v>", text):
        parts.append((speaker, _plain(text[start : match.start()])))
        speaker = html.unescape(match[1]).strip() if match[1] else None
        start = match.end()
    parts.append((speaker, _plain(text[start:])))
    return parts


def _plain(text: str) -> str:
    return re.sub(r"[^\S\u00a0]{2,}", " ", html.unescape(_TAG.sub("", text))).strip()
