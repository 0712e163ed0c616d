"""What of a text can be said aloud."""

from __future__ import annotations

import re
import unicodedata

_PLAIN = str.maketrans(
    {
        "\u2018": "'",
        "\u2019": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u2013": ", ",
        "\u2014": ", ",
        "\u2026": "...",
    }
)
_LINK = re.compile(r"https?://\S+|www\.\S+")
_MARK_UP = re.compile(r"[\[\]{}<>|*_^~`\\#=/]+")  # engines read some of these as commands
_KEPT = frozenset("LNM")  # Unicode letters, numbers and the marks that belong to them
_PUNCTUATION = frozenset(".,;:!?'\"()&%$+-@\u20ac\u00a3")


def sayable(text: str, *, ascii_only: bool = False) -> str:
    """Return the text as an engine should read it; empty where nothing is left to say.

    Links, pictographs, control characters and marks that an engine could take for a command are left out,
    quotation marks and dashes become plain ones.

    Args:
        text: A message.
        ascii_only: For engines that read English letters alone: accents are dropped, other scripts too.
    """
    plain = unicodedata.normalize("NFKC", _LINK.sub(" ", text)).translate(_PLAIN)
    plain = _MARK_UP.sub(" ", plain)
    if ascii_only:
        plain = "".join(c for c in unicodedata.normalize("NFKD", plain) if c.isascii() or c.isspace())
    kept = (c if unicodedata.category(c)[0] in _KEPT or c in _PUNCTUATION else " " for c in plain)
    words = " ".join("".join(kept).split())
    return words if any(character.isalnum() for character in words) else ""
