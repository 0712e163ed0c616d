"""Words of any script, for lexical search."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

import regex

_UNSPACED = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"
_LETTERS = rf"(?:(?!{_UNSPACED})[\p{{L}}\p{{N}}][\p{{M}}\u200c\u200d]*)+"
_WORD = regex.compile(
    rf"(?P<unspaced>{_UNSPACED}[{_UNSPACED}\p{{M}}ー]*)"
    r"|\p{N}+(?:[.,:]\p{N}+)+"  # 7:30, 1,200.50
    rf"|{_LETTERS}(?:'{_LETTERS})*"  # don't, o'clock
    r"|\p{Regional_Indicator}{2}"  # a flag
    r"|\p{So}",
    regex.VERSION1,
)
_ASCII_WORD = re.compile(r"[0-9]+(?:[.,:][0-9]+)+|[a-z0-9]+(?:'[a-z0-9]+)*")  # the same, five times faster
_CHARACTER = regex.compile(r"\P{M}\p{M}*")


def words(text: str) -> list[str]:
    """Return the lower-cased words of ``text`` in order (NFKC).

    An apostrophe inside a word stays, the possessive ``'s`` goes. Scripts written without blanks (Han,
    kana, Thai, Lao, Khmer, Myanmar) give each character and each pair of neighbours. Every emoji is a word
    of its own, without skin tone; punctuation is none.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).replace("\u2019", "'").replace("\u02bc", "'")
    if text.isascii():
        return _without_possessive(_ASCII_WORD.findall(text.lower()))
    found: list[str] = []
    for match in _WORD.finditer(text.lower()):
        if match.lastgroup == "unspaced":
            characters = _CHARACTER.findall(match.group())
            found.extend(characters)
            found.extend(first + second for first, second in pairwise(characters))
        else:
            found.append(match.group())
    return _without_possessive(found)


def _without_possessive(found: list[str]) -> list[str]:
    return [word[:-2] if word.endswith("'s") else word for word in found]
