"""Faithfulness: the share of a summary's atomic units that memory and window support (section 3.3).

Offline rule. A sentence is cut into clauses. A clause is supported when two neighbouring window turns, one
memory item, or one of each together hold every number and name in it and at least 60 % of its content
words. Speakers and dates belong to their lines. The word that opens a clause is a name when the sources
write it with a capital only, or do not know it and it has no ending of an ordinary word. A clause without a
content word claims nothing and is not counted. The paper's judge reads meanings; this rule sees only words
that are not in the sources.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from streamrecall.metrics.judgement import FactLabel
from streamrecall.records import Memory, Summary, Window
from streamrecall.text.content_words import Words, coverage, read_words

SUPPORTED_SHARE = 0.6
"""Least share of a clause's content words in its sources."""

_CLAUSE = re.compile(
    r"\s*(?:[;()\[\]\n]|\s[\u2013\u2014-]\s|,\s+(?:and|but|while|because|so|after|before|which|who)\s)\s*"
)
_FIRST_WORD = re.compile(r"\W*([^\W\d_]+)")
_ORDINARY = re.compile(r"\w+(?:ly|ing|ed|s)\Z")
_CONNECTIVES = frozenset(
    """
    according although amid around concerning despite during finally following furthermore given hence
    however instead later meanwhile moreover nevertheless next once overall regarding since someone
    soon therefore thus today tomorrow under unless unlike whereas yesterday
    """.split()
)


@dataclass(frozen=True, slots=True)
class Sources:
    """What a summary may rest on.

    Attributes:
        window: Content words of each pair of neighbouring window turns.
        memory: Content words of each memory item.
        names: Words that they write with a capital only, and speakers.
        plain: Words that they also write without a capital.
    """

    window: tuple[frozenset[str], ...]
    memory: tuple[frozenset[str], ...]
    names: frozenset[str]
    plain: frozenset[str]


def faithfulness(supported: Sequence[bool]) -> float:
    """Return supported facts over all facts of the summary (appendix B); 0 for a summary without any."""
    return sum(supported) / len(supported) if supported else 0.0


def read_sources(window: Window, memory: Memory) -> Sources:
    """Return the words of the window and memory, passage by passage."""
    turns = [read_words(f"{turn.render()} {turn.date or ''}") for turn in window.turns]
    items = [read_words(f"{item.text} {item.date or ''}") for item in memory.items]
    lines = [turn.content for turn in turns]
    capitalised = frozenset[str]().union(*(words.names | words.openers for words in (*turns, *items)))
    plain = frozenset[str]().union(*(words.plain for words in (*turns, *items)))
    speakers = frozenset[str]().union(*(read_words(turn.speaker).content for turn in window.turns))
    return Sources(
        window=tuple(first | second for first, second in pairwise(lines)) or tuple(lines),
        memory=tuple(item.content for item in items),
        names=(capitalised - plain) | speakers,
        plain=plain - speakers,
    )


def label_facts(summary: Summary, sources: Sources) -> tuple[FactLabel, ...]:
    """Return one label per clause of the summary, in order."""
    return tuple(
        _label(position, clause, sources)
        for position, sentence in enumerate(summary.sentences)
        for clause in _clauses(sentence.text)
    )


def _clauses(sentence: str) -> Iterator[str]:
    for clause in _CLAUSE.split(sentence):
        if read_words(clause).content:
            yield clause


def _label(position: int, clause: str, sources: Sources) -> FactLabel:
    words = read_words(clause)
    firm = words.numbers | words.names | (words.openers & sources.names) | _opening_name(clause, sources)
    missing = _missing(words, firm, sources)
    return FactLabel(position, clause, missing is None, tuple(sorted(missing or ())))


def _opening_name(clause: str, sources: Sources) -> frozenset[str]:
    match = _FIRST_WORD.match(clause)
    word = match.group(1) if match else ""
    ordinary = _ORDINARY.match(word) or word.casefold() in _CONNECTIVES
    return frozenset() if ordinary or not word[:1].isupper() else read_words(word).content - sources.plain


def _missing(words: Words, firm: frozenset[str], sources: Sources) -> frozenset[str] | None:
    """Return what the closest passages lack, or None where they support the clause."""
    lacking = words.content
    for first, second in ((sources.window, sources.memory), (sources.memory, sources.window)):
        nearest = _nearest(words.content, first)
        both = nearest | _nearest(words.content - nearest, second)
        for present in (nearest, both):
            if firm <= present and coverage(words.content, present) >= SUPPORTED_SHARE:
                return None
            if len(words.content - present) < len(lacking):
                lacking = words.content - present
    return lacking


def _nearest(wanted: frozenset[str], passages: Sequence[frozenset[str]]) -> frozenset[str]:
    return max(passages, key=lambda passage: len(wanted & passage), default=frozenset())
