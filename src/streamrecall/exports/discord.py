"""Discord chats written by DiscordChatExporter as JSON."""

from __future__ import annotations

import re
from collections import defaultdict

from streamrecall.exports.jsontext import first_string, record, records, string
from streamrecall.exports.message import Draft, Kind, Parsed
from streamrecall.exports.source import Source
from streamrecall.exports.times import iso_time

NAME = "Discord JSON"
_SPOKEN = frozenset({"Default", "Reply", "ChatInputCommand", "ContextMenuCommand", "0", "19", "20", "23"})
_USER = re.compile(r"<@!?(\d+)>")
_EMOJI = re.compile(r"<a?(:\w+:)\d+>")
_MASKED = re.compile(r"\[([^\[\]\n]+)\]\(<?(https?://[^\s()<>]+)>?\)")
_MARKUP = re.compile(r"(\*\*|__|~~|\|\|)(?=\S)(.+?)(?<=\S)\1", re.S)
_CODE = re.compile(r"(```.*?```|`[^`\n]+`)", re.S)
_FENCE = re.compile(r"```(?:\w+\n)?\n?(.*?)\n?```", re.S)
_LONGEST = 50_000  # far beyond what Discord sends; longer texts are left as they are
_Record = dict[str, object]


def sniff(source: Source) -> float:
    """Return how surely this is a DiscordChatExporter file (0 to 1)."""
    top = record(source.json) if source.is_file else {}
    head = records(top.get("messages"))[:20]
    if "channel" in top and isinstance(top.get("messages"), list) and ("guild" in top or "exportedAt" in top):
        return 1.0
    return (
        0.9
        if any("author" in message and "timestamp" in message and "content" in message for message in head)
        else 0.0
    )


def read(source: Source) -> Parsed:
    """Read the channel in file order."""
    parsed = Parsed()
    top = record(source.json)
    raw = top.get("messages")
    found = records(raw)
    names = _names(found)
    channel = record(top.get("channel"))
    for message in found:
        draft = _draft(message, names)
        draft.chat, draft.chat_name = string(channel.get("id")), first_string(channel.get("name")) or ""
        parsed.messages.append(draft)
    if isinstance(raw, list) and len(raw) > len(found):
        parsed.skipped["records that are no objects"] += len(raw) - len(found)
    parsed.notes.append("times: UTC, from times with offset")
    return parsed


def _names(messages: list[_Record]) -> dict[str, str]:
    """Account id -> nickname; ``nickname (name)`` where two accounts share one."""
    accounts: dict[str, tuple[str, str]] = {}
    for message in messages:
        for author in (record(message.get("author")), *records(message.get("mentions"))):
            name = string(author.get("name"))
            nickname = first_string(author.get("nickname"), name)
            if nickname and (message.get("author") is author or string(author.get("id")) not in accounts):
                accounts[string(author.get("id"))] = (nickname, name)
    writers = {string(record(message.get("author")).get("id")) for message in messages}
    shared: defaultdict[str, set[str]] = defaultdict(set)
    for account, (nickname, _) in accounts.items():
        if account in writers:
            shared[nickname].add(account)
    return {
        account: f"{nickname} ({name or account})" if len(shared[nickname]) > 1 else nickname
        for account, (nickname, name) in accounts.items()
    }


def unmarked(text: str, mentions: dict[str, str]) -> str:
    """Take Discord's markup away: masked links as ``label (address)``, mentions and emoji by name."""
    if len(text) > _LONGEST:
        return text
    pieces = _CODE.split(text)
    for position, piece in enumerate(pieces):
        if position % 2:
            fence = _FENCE.fullmatch(piece)
            pieces[position] = fence[1] if fence else piece.strip("`")
            continue
        plain = _USER.sub(lambda match: "@" + mentions.get(match[1], match[1]), piece)
        plain = _MASKED.sub(r"\1 (\2)", _EMOJI.sub(r"\1", plain))
        pieces[position] = _MARKUP.sub(r"\2", plain)
    return "".join(pieces)


def _draft(message: _Record, names: dict[str, str]) -> Draft:
    author = record(message.get("author"))
    speaker = names.get(string(author.get("id"))) or first_string(author.get("nickname"), author.get("name"))
    mentions = {
        string(user.get("id")): first_string(user.get("nickname"), user.get("name")) or string(user.get("id"))
        for user in records(message.get("mentions"))
    }
    draft = Draft(
        speaker, unmarked(string(message.get("content")), mentions), iso_time(message.get("timestamp"))
    )
    draft.key = string(message.get("id"))
    if string(message.get("type")) not in _SPOKEN:
        draft.kind = Kind.SYSTEM
        draft.text = draft.text or string(message.get("type"))
        return draft
    draft.edited = message.get("timestampEdited") is not None
    _body(draft, message, mentions, bot=bool(author.get("isBot")))
    reference = record(message.get("reference"))
    if string(reference.get("type")) == "Forward" or "forwardedMessage" in message:
        forwarded = record(message.get("forwardedMessage"))
        if forwarded:
            draft.text = unmarked(string(forwarded.get("content")), mentions)
            _body(draft, forwarded, mentions, bot=True)
        draft.forwarded_from = ""
    elif reference.get("messageId") is not None:
        draft.reply_key = string(reference["messageId"])
    return draft


def _body(draft: Draft, message: _Record, mentions: dict[str, str], *, bot: bool) -> None:
    content = string(message.get("content"))
    cards = [
        _card(embed, mentions)
        for embed in records(message.get("embeds"))
        if not (first_string(embed.get("url")) and string(embed.get("url")) in content)
        and (bot or not content)
    ]
    draft.text = "\n".join(part for part in [draft.text, *cards] if part)
    poll = record(message.get("poll"))
    if poll and not draft.text:
        question = string(record(poll.get("question")).get("text")) or string(poll.get("question"))
        answers = [
            f"- {string(answer.get('text')) or string(record(answer.get('pollMedia')).get('text'))}"
            f" ({string(answer.get('votes')) or string(answer.get('count')) or '0'})"
            for answer in records(poll.get("answers"))
        ]
        draft.kind, draft.text = Kind.POLL, "\n".join([question, *answers])
    files = [string(file.get("fileName")) for file in records(message.get("attachments"))]
    draft.media += tuple(name for name in files if name)
    if not draft.text and (files or message.get("stickers")):
        draft.kind = Kind.MEDIA


def _card(embed: _Record, mentions: dict[str, str]) -> str:
    parts = [unmarked(string(embed.get(key)), mentions) for key in ("title", "description")]
    for field in records(embed.get("fields")):
        name, value = (unmarked(string(field.get(key)), mentions) for key in ("name", "value"))
        parts.append(f"{name}: {value}")
    return "\n".join(part for part in parts if part)
