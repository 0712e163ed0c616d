"""AMI corpus layout: one words file and one segments file per speaker and meeting."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import PurePosixPath
from xml.etree import ElementTree

from streamrecall.errors import DataError
from streamrecall.exports.message import Draft, Parsed
from streamrecall.exports.source import Source
from streamrecall.exports.times import duration

NAME = "AMI words"
_WORDS = re.compile(r"([^/]+)\.(\w+)\.words\.xml")
_RANGE = re.compile(r"#id\(([^()]+)\)(?:\.\.id\(([^()]+)\))?")
_ID = "{http://nite.sourceforge.net/}id"
_CHILD = "{http://nite.sourceforge.net/}child"


@dataclass(frozen=True, slots=True)
class _Word:
    """A word or sound in file order; ``text`` is empty for sounds."""

    identifier: str
    text: str
    start: float | None
    punctuation: bool


def sniff(source: Source) -> float:
    """Return how surely this is a meeting in AMI layout (0 to 1)."""
    if source.is_file:
        return 0.97 if "<nite:root" in source.text[:2000] and "<w " in source.text[:20_000] else 0.0
    return 1.0 if any(_WORDS.fullmatch(PurePosixPath(name).name) for name in source.names) else 0.0


def read(source: Source) -> Parsed:
    """Read each meeting's segments in time order; without segment files, runs of one speaker's words."""
    parsed = Parsed()
    if source.is_file:
        words = _words(_tree(source))
        speaker = source.name.split(".")[1] if source.name.count(".") > 2 else "A"
        parsed.messages = [draft for _, draft in _runs([(speaker, word) for word in words])]
        return parsed
    meetings: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for name in source.names:
        match = _WORDS.fullmatch(PurePosixPath(name).name)
        if match is not None:
            meetings[match[1]][match[2]] = name
    for meeting, files in sorted(meetings.items()):
        timed = _meeting(source, meeting, files, parsed)
        for _, draft in sorted(timed, key=lambda item: item[0]):
            draft.chat = draft.chat_name = meeting
            parsed.messages.append(draft)
    parsed.skipped = +parsed.skipped
    parsed.notes.append("times: from the start of the recording")
    return parsed


def _meeting(
    source: Source, meeting: str, files: dict[str, str], parsed: Parsed
) -> list[tuple[float, Draft]]:
    timed: list[tuple[float, Draft]] = []
    loose: list[tuple[str, _Word]] = []
    for speaker, name in sorted(files.items()):
        words = _words(_tree(source.open(name)))
        wanted = f"{meeting}.{speaker}.segments.xml"
        segments = next((one for one in source.names if PurePosixPath(one).name == wanted), None)
        if segments is None:
            loose += [(speaker, word) for word in words]
            continue
        covered: set[str] = set()
        for start, chosen in _segments(_tree(source.open(segments)), words):
            covered.update(word.identifier for word in chosen)
            text = _joined(chosen)
            if text:
                timed.append((start, Draft(speaker, text, duration(start))))
            else:
                parsed.skipped["segments without words"] += 1
        parsed.skipped["words outside all segments"] += sum(
            bool(word.text) and word.identifier not in covered for word in words
        )
    return timed + _runs(loose)


def _tree(source: Source) -> ElementTree.Element:
    head = source.raw[:4000]
    if b"<!DOCTYPE" in head or b"<!ENTITY" in source.raw:
        raise DataError("refused: XML with declarations of its own", path=source.path)
    try:
        return ElementTree.fromstring(source.raw)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise DataError(f"broken XML: {error}", path=source.path) from error


def _number(text: str | None) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


def _words(tree: ElementTree.Element) -> list[_Word]:
    words: list[_Word] = []
    for element in tree:
        text = (element.text or "").strip() if element.tag == "w" else ""
        if text and element.get("trunc") == "true":
            text += "-"
        start = _number(element.get("starttime"))
        words.append(_Word(element.get(_ID, ""), text, start, element.get("punc") == "true"))
    return words


def _segments(tree: ElementTree.Element, words: list[_Word]) -> list[tuple[float, list[_Word]]]:
    place = {word.identifier: position for position, word in enumerate(words)}
    found: list[tuple[float, list[_Word]]] = []
    for segment in tree.iter("segment"):
        chosen: list[_Word] = []
        for child in segment.iter(_CHILD):
            match = _RANGE.search(child.get("href", ""))
            if match is not None and match[1] in place:
                first = place[match[1]]
                chosen += words[first : place.get(match[2] or match[1], first) + 1]
        start = _number(segment.get("transcriber_start") or segment.get("starttime"))
        first_word = next((word.start for word in chosen if word.start is not None), 0.0)
        found.append((start if start is not None else first_word, chosen))
    return found


def _runs(words: list[tuple[str, _Word]]) -> list[tuple[float, Draft]]:
    """Group words into runs of one speaker in time order; a word without times follows its predecessor."""
    last = 0.0
    placed: list[tuple[float, int, str, _Word]] = []
    for position, (speaker, word) in enumerate(words):
        last = word.start if word.start is not None else last
        placed.append((last, position, speaker, word))
    runs: list[tuple[float, str, list[_Word]]] = []
    for start, _, speaker, word in sorted(placed, key=lambda item: item[:2]):
        if not word.text:
            continue
        if not runs or runs[-1][1] != speaker:
            runs.append((start, speaker, []))
        runs[-1][2].append(word)
    return [(start, Draft(speaker, _joined(run), duration(start))) for start, speaker, run in runs]


def _joined(words: list[_Word]) -> str:
    text = ""
    for word in words:
        if word.text:
            text += word.text if word.punctuation or not text else " " + word.text
    return text
