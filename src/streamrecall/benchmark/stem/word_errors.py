"""Word error rate: what recognition changed in what was said."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from streamrecall.text.content_words import NUMBER_WORDS

_WORD = re.compile(r"[^\W_]+(?:['.,:][^\W_]+)*")
_NUMBERS = NUMBER_WORDS | {"zero": "0", "one": "1"}
_QUOTES = str.maketrans("\u2018\u2019", "''")


def spoken_words(text: str) -> tuple[str, ...]:
    """Return the words of a text as they sound: without case, accents and punctuation.

    English number words up to twelve, and tens, become digits, since a recogniser may write either; other
    spellings of one sound, such as "okay" and "OK", stay different and count as errors.
    """
    plain = unicodedata.normalize("NFKD", text.translate(_QUOTES)).casefold()
    plain = "".join(character for character in plain if not unicodedata.combining(character))
    return tuple(_NUMBERS.get(word, word) for word in _WORD.findall(plain))


def word_errors(said: Sequence[str], heard: Sequence[str]) -> int:
    """Return the fewest substitutions, insertions and deletions that turn one into the other.

    Time is the product of both lengths, memory that of the shorter row.
    """
    row = list(range(len(heard) + 1))
    for i, word in enumerate(said, start=1):
        diagonal, row[0] = row[0], i
        for j, other in enumerate(heard, start=1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (word != other))
    return row[-1]
