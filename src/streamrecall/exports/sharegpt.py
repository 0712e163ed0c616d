"""Training records of chats with models: ShareGPT ``conversations``, chat ``messages``, Claude downloads."""

from __future__ import annotations

from streamrecall.exports.jsontext import first_string, record, records, string
from streamrecall.exports.message import Draft, Kind, Parsed
from streamrecall.exports.source import Source
from streamrecall.exports.times import iso_time, unix_guess

NAME = "ShareGPT or chat records"
_USER = frozenset({"human", "user", "prompter", "customer"})
_ASSISTANT = frozenset(
    {"gpt", "assistant", "chatgpt", "bing", "bard", "model", "claude", "ai", "bot", "gemini"}
)
_SYSTEM = frozenset({"system", "developer"})
_LISTS = ("conversations", "conversation", "messages", "chat_messages", "items")
_Record = dict[str, object]


def sniff(source: Source) -> float:
    """Return how surely these are chats with a model (0 to 1)."""
    if not source.is_file:
        return 0.0
    head = [turn for chat in _chats(source)[:20] for turn in _turns(chat)][:40]
    known = _USER | _ASSISTANT | _SYSTEM
    return 0.95 if head and sum(_role(turn) in known for turn in head) * 2 >= len(head) else 0.0


def read(source: Source) -> Parsed:
    """Read all turns with the role the file names, never one by place."""
    parsed = Parsed()
    for position, chat in enumerate(_chats(source)):
        name = first_string(chat.get("id"), chat.get("uuid"), chat.get("conversation_id")) or str(position)
        instructions = first_string(chat.get("system"), chat.get("system_prompt"))
        before = len(parsed.messages)
        if instructions:
            parsed.messages.append(Draft(None, instructions, None, Kind.SYSTEM))
        for turn in _turns(chat):
            draft = _draft(turn)
            if draft is None:
                parsed.skipped["tool, thinking and empty turns"] += 1
            else:
                parsed.messages.append(draft)
        for draft in parsed.messages[before:]:
            draft.chat, draft.chat_name = name, first_string(chat.get("name")) or name
        if len(parsed.messages) == before:
            parsed.skipped["records without turns"] += 1
    _, broken = source.json_lines
    if broken:
        parsed.skipped["lines that are not JSON"] += broken
    return parsed


def _chats(source: Source) -> list[_Record]:
    value = source.json
    if isinstance(value, dict):
        found = [value]
    elif value is not None:
        found = records(value)
    else:
        found = source.json_lines[0]
    if found and all("role" in one and "content" in one for one in found):
        return [{"messages": found}]
    return found


def _turns(chat: _Record) -> list[_Record]:
    return next((turns for key in _LISTS if (turns := records(chat.get(key)))), [])


def _role(turn: _Record) -> str:
    named = first_string(turn.get("from"), turn.get("role"), turn.get("sender"))
    return (named or string(record(turn.get("author")).get("role"))).casefold()


def _words(value: object) -> str:
    if isinstance(value, list):
        parts = [string(part) if isinstance(part, str) else _part(record(part)) for part in value]
        return "\n".join(part for part in parts if part)
    return string(value)


def _part(part: _Record) -> str:
    return (
        string(part.get("text"))
        if string(part.get("type") or "text") in ("text", "input_text", "output_text")
        else ""
    )


def _draft(turn: _Record) -> Draft | None:
    role = _role(turn)
    candidates = (_words(turn.get(key)) for key in ("value", "content", "text"))
    text = next((words for words in candidates if words.strip()), "").strip()
    stamp = turn.get("created_at", turn.get("timestamp", turn.get("create_time")))
    time = iso_time(stamp) or unix_guess(stamp)
    key = first_string(turn.get("uuid"), turn.get("id")) or ""
    files = records(turn.get("attachments")) + records(turn.get("files"))
    media = tuple(name for file in files if (name := first_string(file.get("file_name"), file.get("name"))))
    if role in _SYSTEM:
        return Draft(None, text, time, Kind.SYSTEM, key) if text else None
    speaker = "user" if role in _USER else "assistant" if role in _ASSISTANT else None
    if speaker is None or not (text or media):
        return None
    return Draft(speaker, text, time, Kind.MESSAGE if text else Kind.MEDIA, key, media=media)
