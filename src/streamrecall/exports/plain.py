"""Plain transcripts: ``Name: words``, further lines continue the turn."""

from __future__ import annotations

import re

from streamrecall.exports.labels import choose_labels, is_capital, split_label
from streamrecall.exports.message import Draft, Parsed
from streamrecall.exports.source import Source
from streamrecall.exports.times import clock_seconds, duration

NAME = "plain transcript"
_END = re.compile(r"\s*[\[(*\-\u2013 ]*end\s+of\s+[^\n]{2,40}?[\])*\-\u2013 ]*\s*", re.I)
_TIME_CODE = re.compile(r"[^\S\n]*[\[(](?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?[\])]")
_LEADING = re.compile(
    r"[\[(]?((?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)[\])]?[^\S\n]*[-\u2013]?[^\S\n]*(?=[^\W\d_])"
)
_LEAST_SHARE = 0.15


def sniff(source: Source) -> float:
    """Return how surely this is a labelled transcript (0 to 1); never as sure as a product's own format."""
    if not source.is_file:
        return 0.0
    head = [line for line in source.text[:50_000].split("\n") if line.strip()]
    found = [split[1] for split in map(_labelled, head) if split is not None]
    chosen = choose_labels(label for label, _ in found)
    spoken = [label for label, _ in found if label in chosen]
    if not spoken or source.text.lstrip().startswith(("{", "[{", "<")):
        return 0.0
    share = len(spoken) / len(head)
    return 0.6 if share >= _LEAST_SHARE or len(spoken) > 5 else 0.3


def read(source: Source) -> Parsed:
    """Read the talk; what stands before the first label and after an end mark is left out and counted."""
    parsed = Parsed()
    labelled = [_labelled(line) for line in source.lines]
    chosen = choose_labels(split[1][0] for split in labelled if split is not None)
    counts = [split[1][0] for split in labelled if split is not None and split[1][0] in chosen]
    capitals = bool(counts) and all(is_capital(label) for label in counts)
    started = ended = False
    for line, split in zip(source.lines, labelled, strict=True):
        if ended or (started and _END.fullmatch(line)):
            ended = True
            parsed.skipped["lines after the end mark"] += bool(line.strip())
        elif (
            split is not None
            and split[1][0] in chosen
            and (started or not capitals or counts.count(split[1][0]) > 1 or len(set(counts)) == len(counts))
        ):
            started = True
            time, (label, words) = split
            parsed.messages.append(Draft(label, words, time))
        elif started:
            parsed.messages[-1].text += "\n" + line
        else:
            parsed.skipped["lines before the talk"] += bool(line.strip())
    parsed.skipped += type(parsed.skipped)()  # drops the zeros
    for draft in parsed.messages:
        draft.text = _TIME_CODE.sub("", draft.text).strip()
    return parsed


def _labelled(line: str) -> tuple[str | None, tuple[str, str]] | None:
    """Return (time, (label, words)) of a line that may start a turn."""
    stripped = line.strip()
    leading = _LEADING.match(stripped)
    time = None
    if leading is not None:
        stripped = stripped[leading.end() :]
        time = duration(clock_seconds(leading[1]))
    split = split_label(stripped)
    return None if split is None else (time, split)
