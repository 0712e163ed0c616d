"""The spans of a clause that name something: titles in quotes, names, quantities, runs of content words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from streamrecall.text.telling_words import WORD, is_content_word

_QUOTED = re.compile(r"[\"\u201c\u00ab]([^\"\u201d\u00bb]{2,60})[\"\u201d\u00bb]")
_LONGEST_PHRASE = 4


@dataclass(frozen=True, slots=True)
class KeyPhrase:
    """A span of a clause; a larger ``weight`` says that it is more telling."""

    text: str
    start: int
    weight: float


def key_phrases(clause: str) -> list[KeyPhrase]:
    """Return the phrases of a clause, most telling first, then in order of appearance.

    Quoted titles come before names (words with a capital letter that does not open the clause),
    quantities, and other runs of at most four content words.
    """
    phrases = [KeyPhrase(m.group(1).strip(), m.start(1), 4.0) for m in _QUOTED.finditer(clause)]
    run: list[re.Match[str]] = []
    for match in WORD.finditer(clause):
        adjacent = bool(run) and clause[run[-1].end() : match.start()] in (" ", "-")
        if is_content_word(match.group()) and (not run or adjacent) and len(run) < _LONGEST_PHRASE:
            run.append(match)
            continue
        phrases.extend(_phrase(clause, run))
        run = [match] if is_content_word(match.group()) else []
    phrases.extend(_phrase(clause, run))
    return sorted(phrases, key=lambda phrase: (-phrase.weight, phrase.start))


def _phrase(clause: str, run: list[re.Match[str]]) -> list[KeyPhrase]:
    if not run:
        return []
    start = run[0].start()
    text = clause[start : run[-1].end()]
    named = any(match.group()[0].isupper() and match.start() > 0 for match in run)
    counted = any(character.isdigit() for character in text)
    weight = 1.0 + named + 0.75 * counted + 0.1 * len(run) + 0.02 * min(len(text), 20)
    return [KeyPhrase(text, start, weight)]
