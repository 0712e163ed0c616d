"""Words of HTML message bodies."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping

from bs4 import BeautifulSoup, MarkupResemblesLocatorWarning
from bs4.element import NavigableString, Tag

from streamrecall.text.printable import encodable

_BLOCKS = frozenset("p div br tr ul ol blockquote pre codeblock h1 h2 h3 h4 h5 h6 table".split())


def html_words(markup: str, mentioned: Mapping[str, str] | None = None) -> str:
    """Return the words of HTML: blocks on their own lines, ``- `` before list items, ``label (address)``.

    ``<at>`` becomes a mention; ``<emoji>`` and pictures their sign, if they have one; ``<attachment>`` and
    quoted messages are pointers and give nothing.

    Args:
        markup: The message body.
        mentioned: Mention id -> user id; neighbouring mentions of one user are one mention.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MarkupResemblesLocatorWarning)
        soup = BeautifulSoup(encodable(markup), "html.parser")
    _join_mentions(soup, mentioned or {})
    text = "".join(_walk(soup)).replace("\u00a0", " ")
    lines = [re.sub(r"[ \t]+", " ", line).strip() for line in text.split("\n")]
    return re.sub(r"\n{2,}", "\n", "\n".join(lines)).strip()


def _join_mentions(soup: BeautifulSoup, mentioned: Mapping[str, str]) -> None:
    for tag in reversed(soup.find_all("at")):
        gap = tag.next_sibling
        following = gap.next_sibling if isinstance(gap, NavigableString) and not gap.strip() else None
        user = mentioned.get(str(tag.get("id")))
        if gap and user and isinstance(following, Tag) and mentioned.get(str(following.get("id"))) == user:
            tag.append(" " + following.get_text())
            gap.extract()
            following.extract()


def _walk(node: Tag) -> list[str]:
    parts: list[str] = []
    for child in node.children:
        if isinstance(child, NavigableString):
            parts.append(_string(child))
        elif isinstance(child, Tag):
            parts += _tag(child)
    return parts


def _string(text: NavigableString) -> str:
    if type(text) is not NavigableString:  # comments, declarations
        return ""
    kept = text.find_parent("pre") or text.find_parent("codeblock")
    return str(text) if kept else re.sub(r"[\r\n]+", " ", text)


def _tag(tag: Tag) -> list[str]:
    inner = "".join(_walk(tag))
    name = tag.name.lower()
    special: dict[str, Callable[[], str]] = {
        "at": lambda: "@" + inner.strip(),
        "a": lambda: _link(inner.strip(), str(tag.get("href") or "")),
        "li": lambda: "\n- " + inner.strip(),
        "emoji": lambda: str(tag.get("alt") or inner),
        "img": lambda: str(tag.get("alt") or "") if "emoji" in str(tag.get("itemtype") or "").lower() else "",
        "attachment": lambda: "",
        "systemeventmessage": lambda: "",
        "script": lambda: "",
        "style": lambda: "",
    }
    if name == "blockquote" and "reply" in str(tag.get("itemtype") or "").lower():
        return []
    if name in special:
        return [special[name]()]
    if name in ("td", "th"):
        return [inner.strip(), " "]
    return ["\n", inner, "\n"] if name in _BLOCKS else [inner]


def _link(label: str, address: str) -> str:
    bare = re.sub(r"^(?:mailto:|https?://)", "", address).rstrip("/")
    if not address or label == address or label.rstrip("/") in (bare, address.rstrip("/")):
        return label or address
    return f"{label} ({address})" if label else address
