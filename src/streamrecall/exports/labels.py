"""Speaker labels before a colon: which ``Name: words`` names a speaker and which is a sentence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

_LABEL = re.compile("([^\\W\\d_][^:\\n\\t]{0,58}?)\\s?(?::(?:\\s+|$)|\uff1a\\s*)(.*)", re.S)
_BRACKETS = re.compile(r"\s*[(\[][^()\[\]]*[)\]]$")
_SENTENCE = re.compile(r"\w{4,}\.\s|[!?;…](?:\s|$)|[\"“”«»<>=@/\\|{}]")
_HEADINGS = frozenset(
    "note notes nb ps re fw fwd aw todo action actions agenda topic topics time date place location "
    "subject title summary warning example reminder update important tip participants attendees present "
    "absent from to cc abstract keywords duration recorded transcript language hinweis betreff datum ort "
    "thema titel nota objet sujet asunto fecha assunto data tema remember minutes decision question answer "
    "file source version".split()
)
_PARTICLES = frozenset("de da di du der den van von la le el al bin ibn del dos e y".split())
MOST_WORDS = 3
"""A label of a plain transcript has at most so many words."""


def split_label(line: str, most_words: int = MOST_WORDS) -> tuple[str, str] | None:
    """Split ``Name: words`` where the part before the colon could be a name; None elsewhere.

    A label starts with a letter, has at most ``most_words`` words (what stands in brackets does not count),
    is no address and holds no sign that ends a sentence.
    """
    match = _LABEL.match(line)
    if match is None:
        return None
    label = match[1].rstrip()
    name = _BRACKETS.sub("", label)
    if not 0 < len(name.split()) <= most_words or _SENTENCE.search(name):
        return None
    return label, match[2]


def is_heading(label: str) -> bool:
    """Whether a label is a heading of documents (``Date``, ``Note``) and not a name."""
    return label.casefold() in _HEADINGS


def is_namelike(label: str) -> bool:
    """Whether each word of a label could be part of a name: a capital, a number, a script without case."""
    words = (word.strip("()'\u2019.") for word in _BRACKETS.sub("", label).replace("-", " ").split())
    return all(not word[:1].islower() or word in _PARTICLES for word in words)


def is_capital(label: str) -> bool:
    """Whether a label is written in capitals throughout (``HOLM``), as in typed interviews."""
    return label.isupper() and sum(character.isalpha() for character in label) > 1


def choose_labels(labels: Iterable[str]) -> frozenset[str]:
    """Return the labels of a file that name speakers, judged from all of them together.

    A label that is used again is a speaker. One that is used once must look like a name and be no heading;
    in a file whose repeated labels are capitals it must be in capitals too.
    """
    counts = Counter(labels)
    repeated = {label for label, count in counts.items() if count > 1 and not is_heading(label)}
    capital = {label for label in repeated if is_capital(label)}
    if capital and sum(counts[label] for label in capital) * 2 > sum(counts[label] for label in repeated):
        return frozenset(label for label in counts if is_capital(label) and not is_heading(label))
    once = {label for label in counts if is_namelike(label) and not is_heading(label) and "," not in label}
    named = {label for label in repeated if is_namelike(label) or " " not in label or counts[label] > 2}
    return frozenset(named | once)
