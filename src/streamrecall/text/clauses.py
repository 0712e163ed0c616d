"""Statements of a turn: its sentences, long ones cut at their conjunctions, without chatter."""

from __future__ import annotations

import re

from streamrecall.records import Turn, one_line
from streamrecall.text.sentences import split_sentences
from streamrecall.text.telling_words import content_words, words

_JOINT = re.compile(r"(?:;|,|\s[-\u2013\u2014]+)\s+(?=(?:and|but|so|because|which|then|while)\b)|;\s+")
_LONG_CLAUSE = 24
_SHORT_CLAUSE = 5
_QUESTION_WORDS = 5
_SHORTEST = 3


def statements(turn: Turn) -> list[str]:
    """Return the clauses of a turn that state something, in order.

    A clause needs three words, two of content or one with a digit or a name; a question needs five words
    of content, since it tells what is asked for and seldom what is so.
    """
    return [
        clause
        for sentence in split_sentences(one_line(turn.text))
        for clause in _clauses(sentence)
        if _states(clause)
    ]


def _clauses(sentence: str) -> list[str]:
    if len(words(sentence)) <= _LONG_CLAUSE:
        return [sentence]
    clauses: list[str] = []
    for piece in _JOINT.split(sentence):
        if clauses and min(len(words(piece)), len(words(clauses[-1]))) < _SHORT_CLAUSE:
            clauses[-1] = f"{clauses[-1]}, {piece}"
        else:
            clauses.append(piece)
    return [clause.strip() for clause in clauses if clause.strip()]


def _states(clause: str) -> bool:
    content = content_words(clause)
    if clause.rstrip("\"'\u201d )").endswith("?"):
        return len(content) >= _QUESTION_WORDS
    telling = any(any(c.isdigit() for c in word) or word[0].isupper() for word in content)
    return len(words(clause)) >= _SHORTEST and (len(content) >= 2 or telling)
