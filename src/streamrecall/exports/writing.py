"""An export written out as a list of plain records."""

from __future__ import annotations

from streamrecall.exports.message import Message
from streamrecall.exports.reader import Export

Entry = dict[str, object]


def entries(export: Export) -> list[Entry]:
    """Return one record per message: speaker, text, time and kind always, the other keys where they hold."""
    return [_entry(message) for message in export.messages]


def _entry(message: Message) -> Entry:
    entry: Entry = {
        "speaker": message.speaker,
        "text": message.text,
        "time": message.time,
        "kind": message.kind.value,
    }
    extra: Entry = {
        "reply_to": message.reply_to,
        "edited": message.edited or None,
        "private": message.private or None,
        "to": message.to,
        "media": list(message.media) or None,
        "forwarded_from": message.forwarded_from,
        "conversation": message.conversation,
    }
    return entry | {key: value for key, value in extra.items() if value is not None}
