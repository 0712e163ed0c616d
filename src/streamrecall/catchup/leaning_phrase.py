"""The words of a sentence that lean on what was said before: "the other supplier", "the reason I gave"."""

from __future__ import annotations

import re

_NOUN = r"[^\W\d_][\w'-]*"
_PATTERNS = (
    rf"\b(?:the )?same(?: {_NOUN}){{0,3}} (?:as|like) (?:last {_NOUN}|before|usual|always|yesterday|then)\b",
    rf"\b(?:(?:as|like) (?:last {_NOUN}|before|usual|always)|last time)\b",
    rf"\b(?:the|my|our|your|his|her|their) (?:other|second|third|first|same|old|new|usual|previous|"
    rf"last|original) (?:{_NOUN})(?: {_NOUN})?",
    rf"\b(?:the (?:reason|one|answer|thing|spot|place|way|rule|word)) (?:i|we|you|he|she|they)\b(?: "
    rf"{_NOUN}){{1,4}}",
    rf"\b(?:that|this|those|these) (?!some\b|all\b|any\b|no\b|every\b|each\b|many\b|most\b|my\b|our\b|"
    rf"your\b|his\b|her\b|their\b|people\b|there\b|when\b|if\b|is\b|was\b|will\b|would\b|can\b|has\b|"
    rf"had\b|are\b|were\b|i\b|"
    rf"we\b|you\b|he\b|she\b|they\b|it\b|the\b|a\b)(?:{_NOUN})",
    r"\b(?:as|like) (?:i|we|you|he|she|they) (?:said|mentioned|agreed|discussed|planned|decided)\b",
    rf"\b(?:my|our|your|his|her|their) (?:{_NOUN})(?: {_NOUN})?",
    rf"\bthe (?:{_NOUN})(?: {_NOUN})?",
    r"\b(?:again|another|still|anymore)\b",
)
_PHRASES = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _PATTERNS)
_TAIL = re.compile(
    r"(?: (?:is|are|was|were|will|would|can|could|has|have|had|do|does|did|and|or|but|to|of|in|on|at|"
    r"for|with|from|by|"
    r"that|which|who|if|when|as|than|not|it|i|we|you|they|goes|go|went|came|comes|said|says|so|then|"
    r"too|just|now|"
    r"today|tomorrow|yesterday|please|yet|again|already|anyway|here|there))+$",
    re.IGNORECASE,
)
_ADVERB = re.compile(
    r"(?<=\w \w)(?P<noun>[\w'-]*) (?!(?:family|reply|supply|assembly|july|italy|emily|sally|molly|kelly|"
    r"ally|rally|fly|butterfly|belly|jelly|anomaly|monopoly|trolley|lily|doily|bully|ply)$)[a-z]{2,}ly$",
    re.IGNORECASE,
)


_STRONGLY = re.compile(
    rf"{_PATTERNS[0]}|{_PATTERNS[1]}|"
    rf"\b(?:the|my|our|your|his|her|their) (?:other|same|usual|previous|original) {_NOUN}|"
    rf"\bthe (?:reason|one|thing) (?:i|we|you|he|she|they) \w+|"
    r"\b(?:as|like) (?:i|we|you|he|she|they) (?:said|mentioned|agreed|discussed|planned|decided)\b",
    re.IGNORECASE,
)
_PLAINLY = 6
"""So many of the patterns point back plainly; the others are mere definite phrases."""


def leans(sentence: str) -> bool:
    """Return whether a sentence plainly points back: the other one, that offer, as I said. English only."""
    return any(pattern.search(sentence) for pattern in _PHRASES[:_PLAINLY])


def points_back(sentence: str) -> str:
    """Return the phrase of a sentence that cannot be understood without what was said before.

    Empty where there is none; narrower than ``leans``. English only.
    """
    match = _STRONGLY.search(sentence)
    return _trimmed(match.group()) if match else ""


def leaning_phrase(sentence: str) -> str:
    """Return the phrase, as written; empty where no definite phrase stands out. English only.

    What most plainly points back is preferred: an ordinal or "other" before a noun, then "the reason I
    gave", then "that ...", a possessive, any definite noun.
    """
    for pattern in _PHRASES:
        match = pattern.search(sentence)
        if match:
            return _trimmed(match.group())
    return ""


def _trimmed(phrase: str) -> str:
    """Return a phrase without the verbs, small words and adverbs that follow its noun."""
    while (shorter := _ADVERB.sub(r"\g<noun>", _TAIL.sub("", phrase)).strip()) != phrase:
        phrase = shorter
    return phrase
