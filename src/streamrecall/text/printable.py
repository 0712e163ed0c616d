"""Text that may go anywhere: to a terminal, into Markdown, into a file in UTF-8."""

from __future__ import annotations

import re

_DIRECTIONS = "\u202a-\u202e\u2066-\u2069"
_CONTROLS = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{_DIRECTIONS}\ud800-\udfff]")
_UNSEEN_IN_JSON = re.compile(f"[\x7f-\x9f{_DIRECTIONS}\ud800-\udfff]")


def printable(text: str) -> str:
    """Return text with U+FFFD for what a terminal would obey or could not print.

    These are control characters (C0, DEL and C1) but tab and line feed, overrides of the writing direction,
    and lone surrogates.
    """
    return _CONTROLS.sub("\ufffd", text)


def printable_json(text: str) -> str:
    """Return JSON text of the same value with these characters escaped, which JSON allows to stand as is."""
    return _UNSEEN_IN_JSON.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def encodable(text: str) -> str:
    """Return text that UTF-8 can hold: surrogate pairs joined, lone halves replaced by U+FFFD."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
