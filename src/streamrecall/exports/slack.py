"""Slack workspace exports: a zip or folder with one folder per channel and one file per day."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from pathlib import PurePosixPath

from streamrecall.exports.jsontext import first_string, record, records, string
from streamrecall.exports.message import Draft, Kind, Parsed
from streamrecall.exports.slack_text import Names, attachment_words, unmarked, words
from streamrecall.exports.source import Source
from streamrecall.exports.times import unix_instant

NAME = "Slack export"
_CHANNEL_LISTS = ("channels.json", "groups.json", "mpims.json", "dms.json")
_SPOKEN = frozenset(
    {"", "bot_message", "thread_broadcast", "me_message", "file_share", "file_comment", "reply_broadcast"}
)
_UPLOAD = re.compile(r"^<@[^>]+> (?:uploaded|shared) a file: <[^>]+>(?: and commented: )?")
_Record = dict[str, object]


def sniff(source: Source) -> float:
    """Return how surely this is a Slack export, or one day's file of one (0 to 1)."""
    if source.is_file:
        return 0.97 if _is_day(source.json) else 0.0
    days = _day_names(source)
    root = _root(source)
    listed = {name.removeprefix(root) for name in source.names} & {*_CHANNEL_LISTS, "users.json"}
    if not days or not any(_is_day(source.open(name).json) for name in days[:20]):
        return 0.0
    return 1.0 if listed else 0.9


def read(source: Source) -> Parsed:
    """Read every channel: time order within a channel, channels in the order of their lists."""
    parsed = Parsed()
    if source.is_file:
        channels = {"": records(source.json)}
        names = _names(source, channels)
    else:
        channels = dict(_channels(source, parsed))
        names = _names(source, channels)
        parsed.show_chat = bool(source.archive and source.archive.recovered_names)
        if parsed.show_chat:
            parsed.notes.append("archive: names were not declared as UTF-8 and have been recovered")
    for channel, found in channels.items():
        drafts = _channel(found, names, parsed)
        for draft in drafts:
            draft.chat = draft.chat_name = channel
        parsed.messages += drafts
    parsed.notes.append("times: UTC, from Unix times")
    return parsed


def _is_day(value: object) -> bool:
    found = records(value)[:50]
    return any("ts" in item and item.get("type") == "message" for item in found)


def _root(source: Source) -> str:
    """Return the folder that holds the lists, with its slash; empty at the top."""
    lists = {*_CHANNEL_LISTS, "users.json"}
    roots = [
        name[: -len(PurePosixPath(name).name)] for name in source.names if PurePosixPath(name).name in lists
    ]
    return min(roots, key=len, default="")


def _day_names(source: Source) -> list[str]:
    root = _root(source)
    return [
        name
        for name in source.names
        if name.startswith(root) and re.search(r"(?:^|/)\d{4}-\d\d-\d\d\.json$", name)
    ]


def _load(source: Source, name: str) -> list[_Record]:
    return records(source.open(name).json) if name in source.names else []


def _channels(source: Source, parsed: Parsed) -> Iterator[tuple[str, list[_Record]]]:
    root = _root(source)
    days: defaultdict[str, list[str]] = defaultdict(list)
    for name in sorted(_day_names(source)):
        days[str(PurePosixPath(name.removeprefix(root)).parent)].append(name)
    listed = [
        string(channel.get(key))
        for file in _CHANNEL_LISTS
        for channel in _load(source, root + file)
        for key in ("name", "id")
    ]
    order = {channel: position for position, channel in reversed(list(enumerate(listed)))}
    for channel in sorted(days, key=lambda name: (order.get(name, len(order)), name)):
        found: list[_Record] = []
        for name in days[channel]:
            error = source.open(name).json_error
            if error is not None:
                parsed.skipped["broken day files"] += 1
                parsed.warnings.append(str(error))
            day = source.open(name).json
            found += records(day)
            if isinstance(day, list):
                parsed.skipped["records that are no objects"] += len(day) - len(records(day))
        yield ("" if channel == "." else channel), found
    parsed.skipped = +parsed.skipped


def _names(source: Source, channels: dict[str, list[_Record]]) -> Names:
    root = _root(source)
    users: dict[str, str] = {}
    for found in channels.values():
        for message in found:
            profile = record(message.get("user_profile"))
            name = first_string(profile.get("display_name"), profile.get("real_name"), profile.get("name"))
            if name and message.get("user"):
                users[string(message["user"])] = name
    for file in ("org_users.json", "users.json"):
        for user in _load(source, root + file):
            profile = record(user.get("profile"))
            name = first_string(
                profile.get("display_name"), profile.get("real_name"), user.get("real_name"), user.get("name")
            )
            if name:
                users[string(user.get("id"))] = name
    listed = [channel for file in _CHANNEL_LISTS for channel in _load(source, root + file)]
    return Names(users, {string(c.get("id")): string(c.get("name")) for c in listed if c.get("name")})


def _ts(value: object) -> Decimal | None:
    try:
        ts = Decimal(string(value))
    except InvalidOperation:
        return None
    return ts if ts.is_finite() and unix_instant(string(value)) is not None else None


def _channel(found: list[_Record], names: Names, parsed: Parsed) -> list[Draft]:
    timed: dict[tuple[Decimal, str], Draft] = {}
    untimed: list[Draft] = []
    later: list[_Record] = []
    for message in found:
        if message.get("subtype") in ("message_changed", "message_deleted"):
            later.append(message)
            continue
        draft = _draft(message, names)
        ts = _ts(message.get("ts"))
        if ts is None:
            untimed.append(draft)
        elif (ts, draft.text) in timed:
            parsed.skipped["copies of a message"] += 1
        else:
            timed[ts, draft.text] = draft
    drafts = [draft for _, draft in sorted(timed.items(), key=lambda item: item[0][0])] + untimed
    return _amend(drafts, later, names, parsed)


def _amend(drafts: list[Draft], later: list[_Record], names: Names, parsed: Parsed) -> list[Draft]:
    """Apply the records of edits and deletions to the messages they are about; keep those without one."""
    by_key = {draft.key: draft for draft in drafts if draft.key}
    for event in later:
        deleted = event["subtype"] == "message_deleted"
        inner = record(event.get("previous_message" if deleted else "message"))
        key = string(event.get("deleted_ts")) or string(inner.get("ts"))
        target = by_key.get(key)
        if target is None:
            target = _draft({**inner, "ts": key or event.get("ts")}, names)
            if key:
                by_key[key] = target
            drafts.append(target)
        else:
            parsed.skipped["records of edits and deletions, applied to their message"] += 1
        if deleted:
            target.kind, target.text, target.media = Kind.DELETED, "", ()
        else:
            target.text, target.edited = words(inner, names), True
    if later:
        drafts.sort(key=lambda draft: _ts(draft.key) or Decimal("Infinity"))
    return drafts


def _speaker(message: _Record, names: Names) -> str | None:
    bot = record(message.get("bot_profile")).get("name")
    user = string(message.get("user"))
    if message.get("username") and (message.get("subtype") == "bot_message" or not user):
        return string(message["username"])
    if bot and (message.get("subtype") == "bot_message" or user not in names.users):
        return string(bot)
    if user:
        return names.user(user)
    comment = record(message.get("comment")).get("user")
    return names.user(string(comment)) if comment else first_string(message.get("bot_id"))


def _draft(message: _Record, names: Names) -> Draft:
    ts, thread = string(message.get("ts")), string(message.get("thread_ts"))
    subtype = string(message.get("subtype"))
    draft = Draft(_speaker(message, names), "", unix_instant(ts) if _ts(ts) is not None else None)
    draft.key = ts if draft.time else ""
    draft.reply_key = thread if thread and thread != ts else None
    draft.edited = bool(message.get("edited"))
    if subtype == "tombstone":
        draft.kind = Kind.DELETED
        draft.speaker = None if message.get("user") == "USLACKBOT" else draft.speaker
        return draft
    draft.text = words(message, names)
    if subtype not in _SPOKEN:
        draft.kind = Kind.SYSTEM
        return draft
    files = records(message.get("files")) or records([message.get("file")])
    draft.media = tuple(name for file in files if (name := first_string(file.get("name"), file.get("title"))))
    if subtype == "file_share" and message.get("file"):
        draft.text = unmarked(_UPLOAD.sub("", string(message.get("text"))), names)
    shared = [
        card
        for card in records(message.get("attachments"))
        if card.get("is_share") or card.get("is_msg_unfurl")
    ]
    if shared and not string(message.get("text")).strip():
        draft.text = "\n".join(attachment_words(card, names) for card in shared)
        draft.forwarded_from = first_string(*(card.get("author_name") for card in shared)) or ""
    if files and not draft.text:
        draft.kind = Kind.MEDIA
    return draft
