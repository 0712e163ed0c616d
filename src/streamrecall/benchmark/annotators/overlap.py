"""What a text shares with the words wanted: three measures that look at different words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import fsum, log, sqrt

from streamrecall.text.content_words import Words, read_words

_ANCHOR_SHARE = 0.02


class WordRarity:
    """How rare each word is among some texts, in nats; unknown words are as rare as those seen once."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._frequency: dict[str, int] = {}
        self._texts = 0
        for text in texts:
            self._texts += 1
            for word in read_words(text).content:
                self._frequency[word] = self._frequency.get(word, 0) + 1

    def of(self, word: str) -> float:
        """Return log((texts + 1) / texts with the word)."""
        return log((self._texts + 1) / self._frequency.get(word, 1))

    def is_anchor(self, word: str, words: Words) -> bool:
        """Whether a word points at something: a name, a number or a word few texts have."""
        if word in words.names or word in words.numbers:
            return True
        return self._frequency.get(word, 1) <= max(2, self._texts * _ANCHOR_SHARE)


Overlap = Callable[[frozenset[str], str, WordRarity], float]
"""Weighs the wanted words that a text has, in nats of rarity."""


def summed_rarity(wanted: frozenset[str], text: str, rarity: WordRarity) -> float:
    """Add up the rarity of every shared word."""
    return fsum(rarity.of(word) for word in wanted & read_words(text).content)


def shared_anchors(wanted: frozenset[str], text: str, rarity: WordRarity) -> float:
    """Add up the rarity of shared names, numbers and rare words alone."""
    words = read_words(text)
    return fsum(rarity.of(word) for word in wanted & words.content if rarity.is_anchor(word, words))


def dense_overlap(wanted: frozenset[str], text: str, rarity: WordRarity) -> float:
    """Weigh the shared words by their share of the text, so that long texts do not win by length."""
    words = read_words(text).content
    if not words:
        return 0.0
    shared = wanted & words
    return fsum(rarity.of(word) for word in shared) * sqrt(len(shared) / len(words))
