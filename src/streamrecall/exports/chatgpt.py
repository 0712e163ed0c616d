"""ChatGPT data exports: ``conversations.json`` or its numbered parts, alone or in the zip."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from streamrecall.exports.jsontext import first_string, record, records, string
from streamrecall.exports.message import Draft, Kind, Parsed
from streamrecall.exports.source import Source
from streamrecall.exports.times import unix_instant

NAME = "ChatGPT export"
_PART = re.compile(r"conversations(?:-(\d+))?\.json")
_VISIBLE = frozenset({"text", "multimodal_text"})
_CITATION = re.compile("\ue200[^\ue201]*\ue201|[\ue200-\ue2ff]")
_Record = dict[str, object]


def sniff(source: Source) -> float:
    """Return how surely this is a ChatGPT export (0 to 1)."""
    if not source.is_file:
        return 1.0 if any(sniff(source.open(name)) for name in _parts(source)[:3]) else 0.0
    return (
        1.0 if any(isinstance(one.get("mapping"), dict) for one in _conversations(source.json)[:20]) else 0.0
    )


def read(source: Source) -> Parsed:
    """Read each conversation along the path from its current node back to the root."""
    parsed = Parsed()
    files = [source] if source.is_file else [source.open(name) for name in _parts(source)]
    for file in files:
        if file.json_error is not None:
            raise file.json_error
        for position, conversation in enumerate(_conversations(file.json)):
            _read_conversation(conversation, f"{file.stem}#{position}", parsed)
    parsed.notes.append("times: UTC, from Unix times; of answers given twice only the current branch is read")
    return parsed


def _parts(source: Source) -> list[str]:
    found = [(name, match) for name in source.names if (match := _PART.fullmatch(PurePosixPath(name).name))]
    return [name for name, match in sorted(found, key=lambda item: (int(item[1][1] or -1), item[0]))]


def _conversations(value: object) -> list[_Record]:
    return [value] if isinstance(value, dict) and "mapping" in value else records(value)


def _read_conversation(conversation: _Record, place: str, parsed: Parsed) -> None:
    mapping = record(conversation.get("mapping"))
    chat = first_string(conversation.get("conversation_id"), conversation.get("id")) or place
    path = _path(mapping, conversation.get("current_node"))
    off_path = sum(1 for key, node in mapping.items() if key not in path and record(node).get("message"))
    if off_path:
        parsed.skipped["messages of branches that were dropped"] += off_path
    before = len(parsed.messages)
    for key in path:
        message = record(record(mapping.get(key)).get("message"))
        if not message:
            continue
        draft = _draft(message)
        if draft is None:
            parsed.skipped["hidden, empty, tool or thinking messages"] += 1
            continue
        draft.key, draft.chat, draft.chat_name = key, chat, first_string(conversation.get("title")) or chat
        parsed.messages.append(draft)
    if len(parsed.messages) == before:
        parsed.skipped["conversations without messages"] += 1


def _path(mapping: _Record, current: object) -> dict[str, None]:
    """Return the node ids from the root to the current node (to the latest leaf where none is named)."""
    node = string(current)
    if node not in mapping:
        leaves = [key for key, value in mapping.items() if not record(value).get("children")]
        node = max(leaves, key=lambda key: _created(mapping[key]), default="")
    path: dict[str, None] = {}
    while node in mapping and node not in path:
        path[node] = None
        node = string(record(mapping[node]).get("parent"))
    return dict.fromkeys(reversed(path))


def _created(node: object) -> float:
    created = record(record(node).get("message")).get("create_time")
    return float(created) if isinstance(created, (int, float)) else 0.0


def _draft(message: _Record) -> Draft | None:
    """Return a message that its reader sees; None for instructions, tool traffic, thinking and empty ones."""
    role = string(record(message.get("author")).get("role"))
    content, metadata = record(message.get("content")), record(message.get("metadata"))
    hidden = metadata.get("is_visually_hidden_from_conversation") or metadata.get("is_user_system_message")
    shown = (
        string(content.get("content_type")) in _VISIBLE and string(message.get("recipient") or "all") == "all"
    )
    if role not in ("user", "assistant") or hidden or not shown or message.get("channel") == "analysis":
        return None
    raw = content.get("parts")
    parts = raw if isinstance(raw, list) else []
    words = [string(part) if isinstance(part, str) else string(record(part).get("text")) for part in parts]
    text = _CITATION.sub("", "\n".join(word for word in words if word)).strip()
    files = tuple(
        name for file in records(metadata.get("attachments")) if (name := first_string(file.get("name")))
    )
    pictures = any("asset_pointer" in string(record(part).get("content_type")) for part in parts)
    if not text and not files and not pictures:
        return None
    kind = Kind.MESSAGE if text else Kind.MEDIA
    return Draft(role, text, unix_instant(message.get("create_time")), kind, media=files)
