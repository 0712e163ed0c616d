"""Which format a file is, decided by its content and never by its name."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import PurePosixPath
from typing import Protocol

from streamrecall.errors import DataError
from streamrecall.exports import (
    ami,
    captions,
    chatgpt,
    discord,
    google_chat,
    google_meet,
    messenger,
    otter,
    plain,
    sharegpt,
    slack,
    table,
    teams_chat,
    teams_document,
    telegram,
    whatsapp,
    whisper,
    zoom_chat,
)
from streamrecall.exports.message import Parsed
from streamrecall.exports.source import Source

_JSON = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*[\[{\"\]])")
_ENOUGH = 0.5


class Format(Protocol):
    """What a format module offers."""

    NAME: str

    def sniff(self, source: Source) -> float:
        """Return how surely the source is of this format, 0 to 1."""
        ...

    def read(self, source: Source) -> Parsed:
        """Read a source that was recognised."""
        ...


FORMATS: tuple[Format, ...] = (
    slack,
    chatgpt,
    messenger,
    google_chat,
    telegram,
    discord,
    teams_chat,
    whisper,
    ami,
    captions,
    teams_document,
    whatsapp,
    zoom_chat,
    google_meet,
    otter,
    sharegpt,
    table,
    plain,
)
"""In order of priority: of two equally sure formats the earlier one reads the file."""


def recognise(source: Source) -> tuple[Format, float]:
    """Return the format that is surest of a source, and how sure it is."""
    best: tuple[Format, float] = (FORMATS[-1], 0.0)
    for module in FORMATS:
        sure = module.sniff(source)
        if sure > best[1]:
            best = module, sure
        if sure >= 1.0:
            break
    return best


def detect(source: Source) -> tuple[str, Parsed]:
    """Recognise and read a source.

    Raises:
        DataError: If no format fits; it lists what was tried and the nearest match.
    """
    module, sure = recognise(source)
    if sure >= _ENOUGH:
        parsed = module.read(source)
        if source.is_file:
            _say_encoding(source, parsed)
        return module.NAME, parsed
    if not source.is_file:
        return _read_members(source)
    if source.json_error is not None and _JSON.match(source.text):
        raise source.json_error
    nearest = (
        f"The nearest match is {module.NAME}." if sure > 0 else "Nothing in it looks like a conversation."
    )
    tried = ", ".join(one.NAME for one in FORMATS)
    raise DataError(f"unknown format. Tried: {tried}.", path=source.path, hint=nearest)


def _read_members(source: Source) -> tuple[str, Parsed]:
    """Read each file of an archive that is an export of its own, as one conversation each."""
    total = Parsed()
    kinds: Counter[str] = Counter()
    for name in source.text_names:
        member = source.open(name)
        module, sure = recognise(member) if member.raw.strip() else (plain, 0.0)
        if sure < _ENOUGH:
            total.skipped["files that are no chat"] += 1
            continue
        parsed = module.read(member)
        _say_encoding(member, parsed)
        path = PurePosixPath(name)
        title = (
            path.parent.name
            if path.stem in ("result", "messages", "input") and path.parent.name
            else path.stem
        )
        for draft in parsed.messages:
            draft.chat_name = draft.chat_name or title
            draft.chat = f"{name}\x1f{draft.chat}"
        kinds[module.NAME] += 1
        total.absorb(parsed)
    if not kinds:
        tried = ", ".join(one.NAME for one in FORMATS)
        raise DataError(
            f"none of its {len(source.names)} files is a chat export. Tried: {tried}.",
            path=source.path,
            hint="Point at the file that holds the messages.",
        )
    return " and ".join(kinds), total


def _say_encoding(source: Source, parsed: Parsed) -> None:
    parsed.notes.insert(0, source.decoded.note)
    if source.decoded.damaged:
        parsed.warnings.append(
            f"{source.decoded.damaged} places do not fit {source.decoded.encoding}; shown as U+FFFD"
        )
