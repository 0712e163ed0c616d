"""Counted nouns of a text, as in *28 kilos*: what questions for a quantity rest on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from streamrecall.text.content_words import NUMBER_WORDS

_NUMBER = rf"\d[\d,]*(?:\.\d+)?|{'|'.join(NUMBER_WORDS)}"
_QUANTITY = re.compile(
    rf"(?<![\w$\u00a3\u20ac.,:-])({_NUMBER})(?: (million|thousand|hundred))? ([a-z]{{4,}}s)(?![\w'-])", re.I
)
_VAGUE = frozenset(
    """
    times things days years weeks months hours minutes seconds others people ways parts guys kinds sorts
    words pounds dollars euros always perhaps across less seems makes gets sees takes goes comes does
    ones towards is was has percent this yours ours hers plus versus minus thanks bucks means stops
    """.split()
)


def quantities(text: str) -> Iterator[tuple[str, str]]:
    """Yield each noun in the plural that has a number before it, and the number, both in lower case.

    Nouns that count nothing in particular (times, days, people, money) are left out.
    """
    for match in _QUANTITY.finditer(text):
        noun = match[3].casefold()
        if noun not in _VAGUE:
            yield noun, (f"{match[1]} {match[2]}" if match[2] else match[1]).casefold()
