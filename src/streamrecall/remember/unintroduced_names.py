"""Names that a sentence speaks of as known: somebody says, does, owns or is told something, unintroduced.

A capitalised word counts as such a name before a verb of saying or doing, before a possessive, or after a
verb of telling. Names without one of these are mostly the world's (places, languages, films), which need no
history. Weekdays, months and words in full capitals are no names. The phrases are English; scripts
without capitals have no names here.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

import regex

from streamrecall.text.content_words import read_words

_NAME = regex.compile(r"(?<![\w'])\p{Lu}\p{Ll}+(?:[ ]\p{Lu}\p{Ll}+)*(?![\w-])")
_DEED = regex.compile(
    r"(?:'s)?\s+(?:(?:has|had|have|just|already|never|finally|also|still)\s+)*(?:said|says|told|asks?|asked"
    r"|answered|replied|wrote|called|rang|sent|wants?|wanted|thinks?|thought|knows?|knew|agreed|decided"
    r"|promised|offered|refused|suggested|came|went|gave|took|got|bought|brought|found|left|moved|joined"
    r"|signed|finished|won|lost)\b"
)
_POSSESSIVE = regex.compile(r"'s\s+\p{Ll}")
_TELLING = regex.compile(
    r"\b(?:tell|told|ask|asked|remind|reminded|ring|rang|thank|thanked|inform|informed|warn|warned"
    r"|(?:write|wrote|speak|spoke|talk|talked) (?:to|with))\s+$",
    regex.IGNORECASE,
)
_SENTENCE_START = regex.compile(r"(?:^|[.!?:;\u2026\u2014\u2013\n\"(])[\s\"(\u2060]*$")
_NO_NAME = regex.compile(
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august"
    r"|september|october|november|december|christmas|easter|(?:some|any|every|no)(?:one|body|thing)|people)\Z",
    regex.IGNORECASE,
)
_INTRODUCED_BEFORE = regex.compile(
    r"\b(?:called|named|known as|name(?:'s| is| was)|this is|meet"
    r"|(?i:an?|my|our|his|her|their|your|some|one of \w+)(?:\s+\p{Ll}[\w'-]*){1,3})[\s,\"]+$"
)
_INTRODUCED_AFTER = regex.compile(
    r"[\"']?(?:,\s+(?:an?|the|my|our|his|her|their|your|one of|who|which)\b|\s+\()"
)
_REACH = 200
"""Characters before a name that can tell how it is brought in."""


def unintroduced_names(said: str, known: AbstractSet[str], speakers: frozenset[str]) -> Iterator[str]:
    """Yield the names spoken of as known that are neither known nor introduced by the utterance itself.

    Args:
        said: The utterance.
        known: Content words that are known already, as ``read_words`` gives them.
        speakers: Words of the speakers' names; short forms of them are known too.
    """
    for match in _NAME.finditer(said):
        start, end = match.span()
        before = (max(0, start - _REACH), start)
        telling = _TELLING.search(said, *before)
        opens = _SENTENCE_START.search(said, *before)
        told = telling or (not opens and _POSSESSIVE.match(said, end))
        if not (told or _DEED.match(said, end)):
            continue
        name = " ".join(word for word in match.group().split() if not _NO_NAME.match(word))
        content = read_words(name).content
        introduced = _INTRODUCED_AFTER.match(said, end) or (
            not telling and _INTRODUCED_BEFORE.search(said, *before)
        )
        if content and not introduced and not content & known and not _calls(content, speakers):
            yield name


def _calls(content: frozenset[str], speakers: frozenset[str]) -> bool:
    return any(speaker.startswith(word) for speaker in speakers for word in content)
