"""Microsoft Teams messages as Microsoft Graph returns them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from bs4 import BeautifulSoup

from streamrecall.exports.jsontext import first_string, record, records, string
from streamrecall.exports.markup import html_words
from streamrecall.exports.message import Draft, Kind, Parsed
from streamrecall.exports.source import Source
from streamrecall.exports.times import iso_time
from streamrecall.text.printable import encodable

NAME = "Teams chat (Graph)"
_Record = dict[str, object]


def sniff(source: Source) -> float:
    """Return how surely these are Graph chat messages (0 to 1)."""
    head = _top(source.json)[:20] if source.is_file else []
    graph = [message for message in head if "createdDateTime" in message and "body" in message]
    return 1.0 if any("messageType" in message for message in graph) else 0.9 if graph else 0.0


def read(source: Source) -> Parsed:
    """Read the messages and the replies nested in them, oldest first."""
    parsed = Parsed()
    found = list(_messages(_top(source.json)))
    drafts = [_draft(message) for message in reversed(found)]
    parsed.messages = sorted(drafts, key=lambda draft: draft.time or "9")
    parsed.notes.append("times: UTC")
    return parsed


def _top(value: object) -> list[_Record]:
    if isinstance(value, dict):
        value = value.get("value") or value.get("messages") or ([value] if "messageType" in value else [])
    pages = records(value)
    nested = [message for page in pages for message in records(page.get("value"))]
    return nested or pages


def _messages(found: list[_Record]) -> Iterator[_Record]:
    for message in found:
        yield from _messages(list(reversed(records(message.get("replies")))))
        yield message


def _identity(value: object) -> str | None:
    identity = record(value)
    known = [record(identity.get(kind)) for kind in ("user", "application", "device", "conversation")]
    shown = first_string(*(one.get("displayName") for one in known))
    return shown or first_string(*(one.get("id") for one in known))


def _draft(message: _Record) -> Draft:
    draft = Draft(_identity(message.get("from")), "", iso_time(message.get("createdDateTime")))
    draft.key = string(message.get("id"))
    channel = record(message.get("channelIdentity")).get("channelId")
    draft.chat = draft.chat_name = first_string(message.get("chatId"), channel) or ""
    draft.reply_key = first_string(message.get("replyToId"))
    event = record(message.get("eventDetail"))
    kind = string(message.get("messageType"))
    body = record(message.get("body"))
    content = string(body.get("content"))
    if event or kind == "systemEventMessage" or "<systemEventMessage" in content:
        draft.kind, draft.text = Kind.SYSTEM, _event(event)
        named = record(record(event.get("initiator")).get("user")).get("displayName")
        draft.speaker = first_string(
            named, record(record(event.get("initiator")).get("application")).get("displayName")
        )
        return draft
    if message.get("deletedDateTime"):
        draft.kind = Kind.DELETED
        return draft
    draft.edited = bool(message.get("lastEditedDateTime"))
    is_html = string(body.get("contentType")).lower() == "html"
    subject = string(message.get("subject")).strip()
    words = html_words(content, _mentioned(message)) if is_html else content.strip()
    draft.text = "\n".join(filter(None, [subject, words]))
    pictures = _inline(draft, content) if is_html else 0
    _attach(draft, records(message.get("attachments")))
    if not draft.text and (draft.media or pictures):
        draft.kind = Kind.MEDIA
    return draft


def _event(event: _Record) -> str:
    name = string(event.get("@odata.type")).rsplit(".", 1)[-1].removesuffix("EventMessageDetail")
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower() or "event"


def _mentioned(message: _Record) -> dict[str, str]:
    """Mention id -> user id; Teams writes one mention for each word of a name."""
    return {
        string(mention.get("id")): string(record(record(mention.get("mentioned")).get("user")).get("id"))
        for mention in records(message.get("mentions"))
    }


def _inline(draft: Draft, content: str) -> int:
    """Count pictures in the body, and take the pointer of an old-style quoted reply."""
    if "<img" not in content and "<blockquote" not in content:
        return 0
    soup = BeautifulSoup(encodable(content), "html.parser")
    quote = soup.find("blockquote", itemtype=re.compile("reply", re.I))
    if quote is not None:
        draft.reply_key = first_string(quote.get("itemid")) or draft.reply_key
    return len(
        [image for image in soup.find_all("img") if "emoji" not in str(image.get("itemtype") or "").lower()]
    )


def _attach(draft: Draft, attachments: list[_Record]) -> None:
    for attachment in attachments:
        kind = string(attachment.get("contentType"))
        content = _content(attachment.get("content"))
        if kind == "messageReference":
            draft.reply_key = first_string(content.get("messageId"), attachment.get("id"))
        elif kind == "forwardedMessageReference":
            draft.forwarded_from = _identity(content.get("originalMessageSender")) or ""
            words = html_words(string(content.get("originalMessageContent")))
            draft.text = "\n".join(filter(None, [draft.text, words]))
        elif "card" in kind:
            draft.text = "\n".join(filter(None, [draft.text, *_card(content)]))
        elif name := first_string(attachment.get("name")):
            draft.media += (name,)


def _content(value: object) -> _Record:
    if isinstance(value, dict):
        return value
    try:
        return record(json.loads(string(value)))
    except (ValueError, RecursionError):
        return {}


def _card(card: _Record) -> Iterator[str]:
    """Yield a card's title and words, then ``field: value`` lines."""
    for key in ("title", "subtitle", "text"):
        if words := html_words(string(card.get(key))):
            yield words
    for fact in records(card.get("facts")):
        yield f"{string(fact.get('title') or fact.get('name'))}: {string(fact.get('value'))}"
    for key in ("body", "items", "columns", "sections"):
        for block in records(card.get(key)):
            yield from _card(block)
