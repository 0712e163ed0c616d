"""Words of a Slack message: its text, else its blocks, else its attachments."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from streamrecall.exports.jsontext import first_string, record, records, string

_LINK = re.compile(r"<([^<>|]+)(?:\|([^<>]*))?>")
_Element = dict[str, object]


@dataclass(frozen=True, slots=True)
class Names:
    """Display names by user id and channel names by channel id."""

    users: Mapping[str, str]
    channels: Mapping[str, str]

    def user(self, user_id: str) -> str:
        """Return a display name, or the bare id of someone unknown."""
        return self.users.get(user_id, user_id)


def link(address: str, label: str) -> str:
    """Return ``label (address)``, or the address alone where the label says the same."""
    label = label.strip()
    bare = re.sub(r"^(?:mailto:|tel:|https?://)", "", address).rstrip("/")
    if not label or label in (address, address.rstrip("/")):
        return re.sub(r"^(?:mailto:|tel:)", "", address)
    return label if label.rstrip("/") == bare else f"{label} ({address})"


def words(message: _Element, names: Names) -> str:
    """Return the words of a message; empty when it has none."""
    text = unmarked(string(message.get("text")), names)
    if not text.strip():
        text = block_words(message.get("blocks"), names)
    if not text.strip():
        cards = [attachment_words(card, names) for card in records(message.get("attachments"))]
        text = "\n".join(card for card in cards if card)
    return text.strip()


def unmarked(text: str, names: Names) -> str:
    """Resolve ``<@U..>``, ``<#C..>``, ``<!..>`` and ``<address|label>``, then the three escapes."""
    return html_escapes(_LINK.sub(lambda match: _angle(match[1], match[2] or "", names), text))


def html_escapes(text: str) -> str:
    """Undo the three escapes that Slack uses."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _angle(target: str, label: str, names: Names) -> str:
    sign, name = target[0], target[1:]
    if sign == "@":
        return "@" + names.users.get(name, label.removeprefix("@") or name)
    if sign == "#":
        return "#" + names.channels.get(name, label.removeprefix("#") or name)
    if sign == "!":
        if name.startswith("date^"):
            return label
        return "@" + (label.removeprefix("@") or name.split("^")[-1])
    return link(target, label)


def block_words(blocks: object, names: Names) -> str:
    """Return the words of rich text, else those of headers and sections."""
    found = records(blocks)
    rich = [_rich(block, names) for block in found if block.get("type") == "rich_text"]
    if any(rich):
        return "\n".join(text for text in rich if text)
    return "\n".join(text for block in found if (text := _layout(block, names)))


def _layout(block: _Element, names: Names) -> str:
    if block.get("type") not in ("header", "section", "markdown"):
        return ""
    text = block.get("text")
    parts = [string(text) if isinstance(text, str) else _text_object(record(text), names)]
    parts += [_text_object(field, names) for field in records(block.get("fields"))]
    return "\n".join(part for part in parts if part)


def _text_object(value: _Element, names: Names) -> str:
    text = string(value.get("text"))
    return unmarked(text, names) if value.get("type") == "mrkdwn" else html_escapes(text)


def _rich(block: _Element, names: Names) -> str:
    lines = ""
    for part in records(block.get("elements")):
        kind = part.get("type")
        if kind == "rich_text_list":
            text = "\n".join("- " + _inline(item, names).strip() for item in records(part.get("elements")))
        else:
            text = _inline(part, names)
        if lines and text and not lines.endswith("\n"):
            lines += "\n"
        lines += text
    return lines.strip()


def _inline(part: _Element, names: Names) -> str:
    return "".join(_element(element, names) for element in records(part.get("elements")))


def _element(element: _Element, names: Names) -> str:
    def get(key: str) -> str:
        return string(element.get(key))

    writers: dict[str, Callable[[], str]] = {
        "user": lambda: "@" + names.user(get("user_id")),
        "channel": lambda: "#" + names.channels.get(get("channel_id"), get("channel_id")),
        "usergroup": lambda: "@" + get("usergroup_id"),
        "broadcast": lambda: "@" + get("range"),
        "link": lambda: link(get("url"), get("text")),
        "emoji": lambda: _emoji(get("unicode"), get("name")),
        "date": lambda: get("fallback"),
        "color": lambda: get("value"),
    }
    writer = writers.get(get("type"))
    if writer is not None:
        return writer()
    return get("text") or _inline(element, names)


def _emoji(code: str, name: str) -> str:
    try:
        return "".join(chr(int(part, 16)) for part in code.split("-")) if code else f":{name}:"
    except (ValueError, OverflowError):
        return f":{name}:"


def attachment_words(card: _Element, names: Names) -> str:
    """Return a card's title, text and ``field: value`` lines; its blocks or its fallback without them."""
    parts = [unmarked(string(card.get(key)), names) for key in ("pretext", "title", "text")]
    for entry in records(card.get("fields")):
        title, value = string(entry.get("title")), unmarked(string(entry.get("value")), names)
        parts.append(f"{title}: {value}" if title and value else title or value)
    text = "\n".join(part for part in parts if part)
    text = text or block_words(card.get("blocks"), names)
    fallback = first_string(card.get("fallback"))
    return text or (html.unescape(fallback) if fallback else "")
