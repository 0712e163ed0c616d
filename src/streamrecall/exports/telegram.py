"""Telegram Desktop ``result.json``: one chat, or the whole account."""

from __future__ import annotations

from pathlib import PurePosixPath

from streamrecall.exports.jsontext import first_string, record, records, string
from streamrecall.exports.message import Draft, Kind, Parsed
from streamrecall.exports.source import Source
from streamrecall.exports.times import iso_time, unix_instant

NAME = "Telegram JSON"
_MEDIA_KEYS = (
    "photo", "file", "media_type", "sticker_emoji", "location_information", "contact_information",
    "game_title", "paid_media", "giveaway_information", "invoice_information",
)  # fmt: skip
_Record = dict[str, object]


def sniff(source: Source) -> float:
    """Return how surely this is a Telegram export (0 to 1)."""
    chats = _chats(source.json) if source.is_file else []
    head = [message for chat in chats for message in records(chat.get("messages"))[:5]][:50]
    if any("from_id" in message or "actor_id" in message or "date_unixtime" in message for message in head):
        return 1.0
    return (
        0.8
        if any(message.get("type") in ("message", "service") and "date" in message for message in head)
        else 0.0
    )


def read(source: Source) -> Parsed:
    """Read all chats, grouped in file order. ``date_unixtime`` wins over the local ``date``."""
    parsed = Parsed()
    for chat in _chats(source.json):
        name = first_string(chat.get("name"))
        chat_id = string(chat.get("id"))
        if name is None:
            name = "saved_messages" if chat.get("type") == "saved_messages" else chat_id
        raw = chat.get("messages")
        for message in records(raw):
            draft = _draft(message, chat_id)
            draft.chat, draft.chat_name = chat_id or name, name
            parsed.messages.append(draft)
        if isinstance(raw, list) and len(raw) > len(records(raw)):
            parsed.skipped["records that are no objects"] += len(raw) - len(records(raw))
        if not raw:
            parsed.skipped["chats without messages"] += 1
    zoned = sum(draft.time is not None and draft.time.endswith("Z") for draft in parsed.messages)
    parsed.notes.append(
        "times: UTC, from Unix times"
        if zoned
        else "times: local, without zone (the file gives no Unix times)"
    )
    return parsed


def _chats(value: object) -> list[_Record]:
    top = record(value)
    if isinstance(top.get("messages"), list):
        return [top]
    return [
        chat
        for key in ("chats", "left_chats")
        for chat in records(record(top.get(key)).get("list"))
        if "messages" in chat
    ]


def _flat(value: object) -> str:
    """Join a text's parts with nothing between them; a link with a hidden address shows it."""
    if isinstance(value, list):
        return "".join(_flat(part) for part in value)
    if isinstance(value, dict):
        text, address = _flat(value.get("text")), string(value.get("href"))
        if value.get("type") == "mention_name" and not text.startswith("@"):
            return "@" + text
        return f"{text} ({address})" if address and address != text else text
    return string(value)


def _draft(message: _Record, chat_id: str) -> Draft:
    time = unix_instant(message.get("date_unixtime")) or iso_time(message.get("date"))
    draft = Draft(None, _flat(message.get("text")), time, key=string(message.get("id")))
    if message.get("type") == "service" or ("actor" in message and "from" not in message):
        draft.kind = Kind.SYSTEM
        draft.speaker = first_string(message.get("actor"), message.get("actor_id"))
        draft.text = draft.text.strip() or _action(message)
    else:
        draft.speaker = first_string(message.get("from"), message.get("from_id"))
        draft.edited = bool(message.get("edited") or message.get("edited_unixtime"))
        draft.forwarded_from = first_string(message.get("forwarded_from"))
        _attach(draft, message)
    if message.get("reply_to_message_id") is not None:
        peer = string(message.get("reply_to_peer_id"))
        elsewhere = bool(peer) and peer.lstrip("abcdefghijklmnopqrstuvwxyz-") != chat_id
        draft.reply_key = ("elsewhere " if elsewhere else "") + string(message["reply_to_message_id"])
    return draft


def _action(message: _Record) -> str:
    words = string(message.get("action")).replace("_", " ")
    members = message.get("members")
    names = [string(member) for member in members if member] if isinstance(members, list) else []
    return " ".join(filter(None, [words, ", ".join(names), _flat(message.get("title"))]))


def _attach(draft: Draft, message: _Record) -> None:
    poll, todo = record(message.get("poll")), record(message.get("todo_list"))
    if poll:
        options = [
            (_flat(option.get("text")), option.get("voters"))
            for option in records(poll.get("answers") or poll.get("options"))
        ]
        lines = [f"- {text} ({voters})" if voters is not None else f"- {text}" for text, voters in options]
        draft.kind, draft.text = Kind.POLL, "\n".join([_flat(poll.get("question")), *lines])
    elif todo:
        tasks = [
            f"- {_flat(task.get('title') or task.get('text'))}"
            for task in records(todo.get("answers") or todo.get("items") or todo.get("list"))
        ]
        draft.kind, draft.text = Kind.POLL, "\n".join([_flat(todo.get("title")), *tasks])
    elif any(message.get(key) for key in _MEDIA_KEYS):
        named = (
            first_string(message.get("file_name"))
            or _base(message.get("file"))
            or _base(message.get("photo"))
        )
        draft.media = (named,) if named else ()
        if not draft.text.strip():
            draft.kind = Kind.MEDIA


def _base(value: object) -> str | None:
    path = string(value)
    return None if not path or path.startswith("(") else PurePosixPath(path).name
