"""Key entity matching, KEM: does the answer hold every keyword that a right one must (appendix B.3)?"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from streamrecall.text.content_words import NUMBER_WORDS, STOP_WORDS, read_words

_WORD = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+\Z")


def key_entities(answer: str) -> tuple[str, ...]:
    """Return the keywords of a reference answer, for probes that list none.

    They are its numbers and names, the month of May beside a number included; without any but a capital at
    the start, its content words.
    """
    words = _WORD.findall(unicodedata.normalize("NFKC", answer))
    dated = any(word[0].isdigit() for word in words)
    named = [
        word.casefold()
        for word in words
        if word[0].isdigit()
        or (word[0].isupper() and (word.casefold() not in STOP_WORDS or (dated and word == "May")))
    ]
    if not named or (len(named) == 1 and not dated and words[0].casefold() == named[0]):
        return tuple(sorted(read_words(answer).content))
    return tuple(dict.fromkeys(named))


def key_entity_matching(answer: str, entities: Sequence[str]) -> bool | None:
    """Return whether the answer holds every entity, as whole words; None when there is none to hold.

    Case, punctuation, forms of a character (NFKC) and the spelling of small numbers do not matter. Long
    answers hold more: look at the answer length beside it.
    """
    return None if not entities else entity_share(answer, entities) == 1.0


def entity_share(answer: str, entities: Sequence[str]) -> float:
    """Return the share of the entities that the answer holds; 1 for none."""
    said = f" {' '.join(_words(answer))} "
    stems = read_words(answer).content
    held = [_holds(said, stems, entity) for entity in entities]
    return sum(held) / len(held) if held else 1.0


def _holds(said: str, stems: frozenset[str], entity: str) -> bool:
    wanted = _words(entity)
    if not wanted:
        return True
    return f" {' '.join(wanted)} " in said or (len(wanted) == 1 and read_words(entity).content <= stems)


def _words(text: str) -> list[str]:
    words = _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
    return [_number(NUMBER_WORDS.get(word, word)) for word in words]


def _number(word: str) -> str:
    if _THOUSANDS.match(word):
        word = word.replace(",", "")
    return word.lstrip("0") or "0" if word.isdigit() else word
