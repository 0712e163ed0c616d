"""Read any supported chat export into messages and turns."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from streamrecall.errors import DataError
from streamrecall.exports.detect import detect
from streamrecall.exports.message import Draft, Message, Parsed
from streamrecall.exports.source import open_source
from streamrecall.records import Turn
from streamrecall.text.printable import encodable


@dataclass(frozen=True, slots=True)
class Counts:
    """What became of a file's records.

    Attributes:
        read: Messages returned.
        skipped: Reason -> records or lines that did not become messages.
        without_time: Messages for which the file gives no time.
    """

    read: int
    skipped: Mapping[str, int]
    without_time: int


@dataclass(frozen=True, slots=True)
class Export:
    """A chat export that was read.

    Attributes:
        path: The file, archive or folder.
        format: Name of the format that was recognised.
        messages: In output order.
        turns: The same as turns, one for each message and in the same order. A turn's ``dialogue_id`` is
            its conversation, its ``index`` the position in that conversation; ``time`` is None unless the
            file gives a date; a message without speaker has the speaker ``""``.
        conversations: Dialogue ids, in order of first appearance.
        counts: Read, skipped and why, without time.
        notes: What was decided once for the file: encoding, zone, day-month order.
        warnings: What should be checked.
    """

    path: Path
    format: str
    messages: tuple[Message, ...]
    turns: tuple[Turn, ...]
    conversations: tuple[str, ...]
    counts: Counts
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = field(default=())


def read_export(path: Path | str) -> Export:
    """Recognise a chat export by its content and read it.

    Args:
        path: A file, a zip or a folder.

    Raises:
        DataError: If it cannot be opened safely, is no known format, is broken, or holds no message.
    """
    path = Path(path)
    source = open_source(path)
    try:
        name, parsed = detect(source)
    except RecursionError as error:
        raise DataError("nested too deeply to be a chat export", path=path) from error
    if source.archive is not None and source.archive.repeated:
        parsed.skipped["files of the archive with the name of a later one"] += len(source.archive.repeated)
    if not parsed.messages:
        skipped = "; ".join(f"{count} {reason}" for reason, count in sorted(parsed.skipped.items()))
        raise DataError(
            f"no messages in this {name} file" + (f" (skipped: {skipped})" if skipped else ""),
            path=path,
            hint="Export the chat again and check its date range.",
        )
    return _finish(path, name, parsed)


def _finish(path: Path, name: str, parsed: Parsed) -> Export:
    drafts = parsed.messages
    damaged = sum(_tidy(draft) for draft in drafts)
    if damaged:
        parsed.warnings.append(f"{damaged} messages held half of a split character; replaced by U+FFFD")
    chats = _dialogue_ids(drafts, encodable(path.stem))
    several = len(chats) > 1 or parsed.show_chat
    ids = _turn_ids(drafts)
    replies = _replies(drafts)
    messages = tuple(
        Message(
            draft.speaker, draft.text, draft.time, draft.kind, reply, draft.edited, draft.private, draft.to,
            draft.media, draft.forwarded_from, (draft.chat_name or draft.chat) if several else None, turn_id,
        )
        for draft, turn_id, reply in zip(drafts, ids, replies, strict=True)
    )  # fmt: skip
    return Export(
        path=path,
        format=name,
        messages=messages,
        turns=_turns(messages, [chats[draft.chat] for draft in drafts]),
        conversations=tuple(chats.values()),
        counts=Counts(
            len(messages),
            {encodable(reason): count for reason, count in sorted(parsed.skipped.items())},
            sum(message.time is None for message in messages),
        ),
        notes=tuple(map(encodable, parsed.notes)),
        warnings=tuple(map(encodable, parsed.warnings)),
    )


def _tidy(draft: Draft) -> bool:
    r"""Bring line breaks to ``\n``, strip the ends, and replace lone surrogates; True if there were any."""
    text, speaker = draft.text, draft.speaker
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    draft.text = text.strip()
    if speaker is not None:
        draft.speaker = speaker.strip() or None
    fields = (
        draft.text,
        draft.speaker or "",
        draft.chat_name,
        draft.to or "",
        draft.forwarded_from or "",
        draft.key,
    )
    if all(value.isascii() for value in fields) and not draft.media:
        return False
    whole = [encodable(value) for value in fields]
    media = tuple(encodable(value) for value in draft.media)
    lone = tuple(whole) != fields or media != draft.media
    if lone:
        draft.text, draft.chat_name, draft.key, draft.media = whole[0], whole[2], whole[5], media
        draft.speaker = whole[1] or None
        draft.to = None if draft.to is None else whole[3]
        draft.forwarded_from = None if draft.forwarded_from is None else whole[4]
    return lone


def _dialogue_ids(drafts: list[Draft], stem: str) -> dict[str, str]:
    """Chat -> dialogue id: its name, with the chat's own id where two chats share one."""
    names = {draft.chat: draft.chat_name or draft.chat or stem for draft in drafts}
    shared = Counter(names.values())
    ids: dict[str, str] = {}
    for chat, name in names.items():
        unique = encodable(name if shared[name] == 1 else f"{name} ({chat or stem})")
        while unique in ids.values():
            unique += "'"
        ids[chat] = unique
    return ids


def _turn_ids(drafts: list[Draft]) -> list[str]:
    """One id per message that later exports of the same chat repeat.

    The product's own id decides, or else the record as written; the second and further records that are
    equal in all of this are numbered in file order.
    """
    seen: Counter[tuple[str, str]] = Counter()
    ids: list[str] = []
    for draft in drafts:
        key = draft.key or "\x1f".join(
            (draft.time or "", draft.speaker or "", draft.kind, draft.text, *draft.media)
        )
        seen[draft.chat, key] += 1
        identity = f"{draft.chat}\x1e{key}\x1e{seen[draft.chat, key]}"
        ids.append(hashlib.blake2b(identity.encode("utf-8", "replace"), digest_size=8).hexdigest())
    return ids


def _replies(drafts: list[Draft]) -> list[int | None]:
    first: dict[tuple[str, str], int] = {}
    for position, draft in enumerate(drafts):
        if draft.key:
            first.setdefault((draft.chat, draft.key), position)
    return [None if d.reply_key is None else first.get((d.chat, d.reply_key), -1) for d in drafts]


def _turns(messages: tuple[Message, ...], dialogues: list[str]) -> tuple[Turn, ...]:
    next_index: defaultdict[str, int] = defaultdict(int)
    turns: list[Turn] = []
    for message, dialogue in zip(messages, dialogues, strict=True):
        reply = message.reply_to
        turns.append(
            Turn(
                dialogue_id=dialogue,
                index=next_index[dialogue],
                turn_id=message.turn_id,
                speaker=message.speaker or "",
                text=message.text,
                time=message.time if message.time and message.time[0].isdigit() else None,
                reply_to=None if reply is None or reply < 0 else messages[reply].turn_id,
            )
        )
        next_index[dialogue] += 1
    return tuple(turns)
