"""Plain transcripts: ``Name: words``, further lines continue the turn."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from streamrecall.exports.growing import GrowingTurns
from streamrecall.exports.labels import choose_labels, is_capital, split_label
from streamrecall.exports.message import Draft, Parsed
from streamrecall.exports.source import Source
from streamrecall.exports.times import clock_seconds, duration

NAME = "plain transcript"
_END = re.compile(r"\s*[\[(*\-\u2013 ]*end\s+of\s+[^\n]{2,40}?[\])*\-\u2013 ]*\s*", re.I)
_TIME_CODE = re.compile(r"(?:(?<![^\S\n])[^\S\n]+)?[\[(](?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?[\])]")
_LEADING = re.compile(
    r"[\[(]?((?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)[\])]?[^\S\n]*[-\u2013]?[^\S\n]*(?=[^\W\d_])"
)
_BOLD = re.compile(r"^(?:\*\*|__)([^*_:\n]{1,60}?)(?::(?:\*\*|__)|(?:\*\*|__)\s?:)\s*")
_NICK = re.compile(r"(?:\[?(\d\d:\d\d(?::\d\d)?)\]?\s+)?<[@+%~&]?([^<>\s]{1,40})>\s(.*)")
_CODED_LABEL = re.compile(r"^([^:\n\[(]{1,60}?)\s*[\[(](?:\d{1,2}:)?\d{1,2}:\d{2}[\])](?=\s?:)")
_LONGEST_HEADING = 200
_LEAST_SHARE = 0.15


@dataclass(frozen=True, slots=True)
class _Start:
    """A line that may start a turn; ``sure`` where its form leaves no doubt (``<nick> words``)."""

    label: str
    words: str
    time: str | None = None
    sure: bool = False


def sniff(source: Source) -> float:
    """Return how surely this is a labelled transcript (0 to 1); never as sure as a product's own format."""
    if not source.is_file or source.text.lstrip().startswith(("{", "[{", "<?", "<!")):
        return 0.0
    head = [line for line in source.text[:50_000].splitlines() if line.strip()]
    starts = [start for start in map(_start, head) if start is not None]
    chosen = _speakers(starts)
    spoken = sum(start.label in chosen for start in starts)
    if not spoken:
        return 0.0
    return 0.6 if spoken > 5 or spoken >= _LEAST_SHARE * len(head) else 0.3


def read(source: Source) -> Parsed:
    """Read the talk; what stands before the first label and after an end mark is left out and counted."""
    parsed, turns = Parsed(), GrowingTurns()
    starts = [_start(line) for line in source.lines]
    chosen = _speakers([start for start in starts if start is not None])
    counts = Counter(start.label for start in starts if start is not None and start.label in chosen)
    opening = _openers(counts)
    ended = False
    for line, start in zip(source.lines, starts, strict=True):
        if ended or (turns.last is not None and _is_end(line)):
            ended = True
            parsed.skipped["lines after the end mark"] += bool(line.strip())
        elif start is not None and start.label in (opening if turns.last is None else chosen):
            turns.start(Draft(start.label, start.words, start.time))
        elif turns.last is not None:
            turns.extend(line)
        else:
            parsed.skipped["lines before the talk"] += bool(line.strip())
    parsed.skipped = +parsed.skipped
    parsed.messages = turns.drafts()
    for draft in parsed.messages:
        draft.text = _TIME_CODE.sub("", draft.text).strip()
    return parsed


def _is_end(line: str) -> bool:
    return len(line) <= _LONGEST_HEADING and _END.fullmatch(line) is not None


def _speakers(starts: list[_Start]) -> frozenset[str]:
    sure = frozenset(start.label for start in starts if start.sure)
    return sure | choose_labels(start.label for start in starts if not start.sure)


def _openers(counts: Counter[str]) -> frozenset[str]:
    """Labels that may open the talk: where all are capitals, as headings are too, one that comes back."""
    again = frozenset(label for label, count in counts.items() if count > 1)
    return again if again and all(map(is_capital, counts)) else frozenset(counts)


def _start(line: str) -> _Start | None:
    stripped = _CODED_LABEL.sub(r"\1", _BOLD.sub(r"\1: ", line.strip()))
    nick = _NICK.fullmatch(stripped)
    if nick is not None:
        clock, name, words = nick.groups()
        return _Start(name, words, f"T{clock}{':00' * (len(clock) == 5)}" if clock else None, sure=True)
    leading = _LEADING.match(stripped)
    split = split_label(stripped[leading.end() :] if leading else stripped)
    if split is None:
        return None
    return _Start(*split, time=duration(clock_seconds(leading[1])) if leading else None)
