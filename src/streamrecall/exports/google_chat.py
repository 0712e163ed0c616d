"""Google Chat messages of a Takeout download."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import cache, lru_cache
from pathlib import PurePosixPath

from dateparser.date import DateDataParser

from streamrecall.exports.jsontext import first_string, record, records, string
from streamrecall.exports.message import Draft, Kind, Parsed
from streamrecall.exports.source import Source
from streamrecall.exports.times import instant

NAME = "Google Chat"
_ENGLISH = "%A, %B %d, %Y at %I:%M:%S %p %Z"
_LONGEST_DATE = 100
_Record = dict[str, object]


def sniff(source: Source) -> float:
    """Return how surely this is a Google Chat download (0 to 1)."""
    if not source.is_file:
        return 1.0 if any(sniff(source.open(name)) for name in _files(source)[:5]) else 0.0
    head = records(record(source.json).get("messages"))[:50]
    ours = any("created_date" in message or "deleted_date" in message for message in head)
    return 1.0 if ours and any("topic_id" in m or "message_id" in m or "creator" in m for m in head) else 0.0


def read(source: Source) -> Parsed:
    """Read one conversation, or all of a Takeout folder, in file order."""
    if source.is_file:
        return _conversation(source)
    parsed = Parsed()
    for name in _files(source):
        one = _conversation(source.open(name))
        info = str(PurePosixPath(name).with_name("group_info.json"))
        title = first_string(record(source.open(info).json).get("name")) if info in source.names else None
        folder = PurePosixPath(name).parent.name
        for draft in one.messages:
            draft.chat, draft.chat_name = folder, title or folder
        parsed.absorb(one)
    return parsed


def _files(source: Source) -> list[str]:
    return sorted(name for name in source.names if PurePosixPath(name).name == "messages.json")


def _conversation(source: Source) -> Parsed:
    parsed = Parsed()
    raw = record(source.json).get("messages")
    found = records(raw)
    if isinstance(raw, list) and len(raw) > len(found):
        parsed.skipped["records that are no objects"] += len(raw) - len(found)
    opened: dict[str, str] = {}
    for position, message in enumerate(found):
        draft = _draft(message)
        draft.key = draft.key or f"#{position}"
        topic = string(message.get("topic_id"))
        quoted = first_string(record(message.get("quoted_message_metadata")).get("message_id"))
        if quoted:
            draft.reply_key = quoted
        elif topic in opened:
            draft.reply_key = opened[topic]
        if topic:
            opened.setdefault(topic, draft.key)
        parsed.messages.append(draft)
    parsed.notes.append("times: UTC")
    return parsed


def _draft(message: _Record) -> Draft:
    creator = record(message.get("creator"))
    speaker = first_string(creator.get("name"), creator.get("email"))
    draft = Draft(speaker, string(message.get("text")), None, key=string(message.get("message_id")))
    created, deleted = string(message.get("created_date")), string(message.get("deleted_date"))
    draft.time = written_time(created or deleted)
    draft.edited = bool(message.get("updated_date") or message.get("last_updated_date"))
    if message.get("message_state") == "DELETED" or (deleted and not draft.text):
        draft.kind, draft.text = Kind.DELETED, ""
        return draft
    files = records(message.get("attached_files"))
    names = (first_string(file.get("original_name"), file.get("export_name")) for file in files)
    draft.media = tuple(name for name in names if name)
    if files and not draft.text.strip():
        draft.kind = Kind.MEDIA
    return draft


@lru_cache(maxsize=4096)
def written_time(text: str) -> str | None:
    """Return a written-out date (``Tuesday, June 18, 2024 at 7:12:05 PM UTC``, any language)."""
    plain = re.sub(r"\s+", " ", text).strip()
    if not plain or len(plain) > _LONGEST_DATE:
        return None
    try:
        return instant(datetime.strptime(plain, _ENGLISH).replace(tzinfo=UTC))
    except ValueError:
        pass
    moment = _any_language().get_date_data(plain).date_obj
    return None if moment is None else instant(moment)


@cache
def _any_language() -> DateDataParser:
    """A parser that tries the language of the last date first."""
    settings = {"TIMEZONE": "UTC", "RETURN_AS_TIMEZONE_AWARE": True}
    return DateDataParser(try_previous_locales=True, settings=settings)
