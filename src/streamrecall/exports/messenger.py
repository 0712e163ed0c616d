"""Facebook Messenger and Instagram downloads: ``message_1.json`` and its further parts."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import PurePosixPath

from streamrecall.exports.jsontext import first_string, record, records, string
from streamrecall.exports.message import Draft, Kind, Parsed
from streamrecall.exports.source import Source
from streamrecall.exports.times import unix_instant

NAME = "Messenger"
_MEDIA = ("photos", "videos", "audio_files", "files", "gifs", "media")
_EVENTS = frozenset({"Subscribe", "Unsubscribe", "Call"})
_REACTION = re.compile(r"Reacted (\S{1,8}) to (?:your|a) message\s*")
_Record = dict[str, object]


def sniff(source: Source) -> float:
    """Return how surely this is a Messenger download (0 to 1)."""
    if not source.is_file:
        names = [name for name in source.names if re.search(r"(?:^|/)message_\d+\.json$", name)]
        return 1.0 if any(sniff(source.open(name)) for name in names[:3]) else 0.0
    head = records(record(source.json).get("messages"))[:20]
    if any(
        ("sender_name" in m and "timestamp_ms" in m) or ("senderName" in m and "timestamp" in m) for m in head
    ):
        return 1.0
    return 0.0


def read(source: Source) -> Parsed:
    """Read every thread, oldest message first; the parts of a thread are joined."""
    parsed = Parsed()
    names = [name for name in source.text_names if name.endswith(".json")] if not source.is_file else []
    parts = [one for one in map(source.open, names) if sniff(one)] if names else [source]
    threads: defaultdict[tuple[str, str], list[tuple[float, Draft]]] = defaultdict(list)
    for part in parts:
        top = record(part.json)
        title = mended(string(top.get("title")) or string(top.get("threadName")))
        folder = str(PurePosixPath(str(part.path)).parent.name) if names else ""
        chat = first_string(top.get("thread_path"), folder, title) or ""
        raw = top.get("messages")
        found = records(raw)
        if isinstance(raw, list) and len(raw) > len(found):
            parsed.skipped["records that are no objects"] += len(raw) - len(found)
        threads[chat, title or chat] += [_draft(message) for message in reversed(found)]
    for (chat, title), drafts in threads.items():
        for _, draft in sorted(drafts, key=lambda item: item[0]):
            draft.chat, draft.chat_name = chat, title
            parsed.messages.append(draft)
    parsed.notes.append("times: UTC, from Unix times; texts: UTF-8 that was written as Latin-1 is mended")
    return parsed


def mended(text: str) -> str:
    """Undo UTF-8 bytes written as Latin-1 characters; a text that is not such stays."""
    try:
        return text.encode("latin-1").decode("utf-8")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return text


def _draft(message: _Record) -> tuple[float, Draft]:
    stamp = message.get("timestamp_ms", message.get("timestamp"))
    speaker = first_string(message.get("sender_name"), message.get("senderName"))
    text = mended(first_string(message.get("content"), message.get("text")) or "")
    draft = Draft(mended(speaker) if speaker else None, text, unix_instant(stamp, milliseconds=True))
    files = [file for key in _MEDIA for file in records(message.get(key))]
    draft.media = tuple(
        mended(PurePosixPath(string(file.get("uri"))).name) for file in files if file.get("uri")
    )
    reaction = _REACTION.fullmatch(text)
    if message.get("is_unsent") or message.get("isUnsent"):
        draft.kind, draft.text = Kind.DELETED, ""
    elif string(message.get("type")) in _EVENTS or "call_duration" in message:
        draft.kind = Kind.SYSTEM
    elif reaction is not None:
        draft.kind, draft.text = Kind.REACTION, reaction[1]
    elif not text:
        address = string(record(message.get("share")).get("link"))
        draft.text = address
        if not address and (files or message.get("sticker")):
            draft.kind = Kind.MEDIA
    order = float(stamp) if isinstance(stamp, (int, float)) else float("inf")
    return order, draft
