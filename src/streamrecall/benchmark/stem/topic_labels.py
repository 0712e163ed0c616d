"""A few telling words for each topic."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import log

from streamrecall.records import Turn
from streamrecall.text.content_words import STOP_WORDS

_WORD = re.compile(r"[^\W\d_]{3,}(?:['\u2019][^\W\d_]+)?")
_POSSESSIVE = re.compile(r"['\u2019]s\Z")


def label_topics(topics: Sequence[Sequence[Turn]], words: int) -> list[str]:
    """Return one label per topic: the words it uses more than other topics do.

    A word's weight is how often the topic uses it, times the logarithm of how rare it is among the topics;
    ties are broken by spelling. A topic without content words has an empty label. Labels are for people:
    unlike the topics themselves they depend on the whole dialogue.

    Args:
        topics: The turns of each topic.
        words: Most words of a label.
    """
    counts = [Counter(word for turn in topic for word in _words(turn.text)) for topic in topics]
    spread = Counter(word for count in counts for word in count)
    labels = []
    for count in counts:
        weights = {word: times * log(1 + len(counts) / spread[word]) for word, times in count.items()}
        labels.append(" ".join(sorted(weights, key=lambda word: (-weights[word], word))[:words]))
    return labels


def _words(text: str) -> list[str]:
    words = (_POSSESSIVE.sub("", word) for word in _WORD.findall(text.casefold()))
    return [word for word in words if word not in STOP_WORDS and word.isalpha()]
