"""Where a quote stands in a window, though it differs a little from what was said.

Capitals, punctuation, kinds of quotation marks and blanks are ignored; after that, sentences that share
most of the quote's words in their order are accepted. What is further away is not a quote.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from streamrecall.benchmark.window_sentences import NumberedWindow

SIMILARITY = 0.8
"""Least share of words, by difflib's ratio, that a quote must have in common with its sentences."""

_WORD = re.compile(r"[^\W_]+")
_NUMBERED = re.compile(r"\A\s*\d{1,4}\s*[.):]\s*")


class QuoteLocator:
    """Finds quotes in one window."""

    def __init__(self, window: NumberedWindow) -> None:
        self._window = window
        self._of_sentence = [fold(sentence.text) for sentence in window.sentences]
        self._words: list[str] = []
        self._sentence_of_word: list[int] = []
        self._places: dict[str, list[int]] = {}
        for sentence, words in zip(window.sentences, self._of_sentence, strict=True):
            for word in words:
                self._places.setdefault(word, []).append(len(self._words))
                self._words.append(word)
                self._sentence_of_word.append(sentence.number)
        self._speakers = sorted({turn.speaker for turn in window.window.turns}, key=len, reverse=True)

    def agrees(self, quote: str, numbers: Sequence[int]) -> bool:
        """Return whether the quote is what stands in these sentences, or a part of it."""
        wanted = fold(self._bare(quote))
        there = [word for number in numbers for word in self._of_sentence[number - 1]]
        return bool(wanted) and (_contains(there, wanted) or _similar(there, wanted))

    def locate(self, quote: str, near: Iterable[int] = ()) -> tuple[int, ...]:
        """Return the numbers of the sentences that hold the quote; none where it is not there.

        Args:
            quote: What an annotator says was said.
            near: Sentence numbers to prefer where it stands more than once.
        """
        wanted = fold(self._bare(quote))
        if not wanted:
            return ()
        near = list(near)
        starts = [
            start
            for start in self._places.get(wanted[0], ())
            if self._words[start : start + len(wanted)] == wanted
        ]
        if starts:
            start = min(starts, key=lambda place: _distance(self._sentence_of_word[place], near))
            return tuple(dict.fromkeys(self._sentence_of_word[start : start + len(wanted)]))
        return self._approximate(wanted, near)

    def _approximate(self, wanted: list[str], near: list[int]) -> tuple[int, ...]:
        """Return the run of one to three sentences most like the quote."""
        known = set(wanted)
        best: tuple[float, int, tuple[int, ...]] | None = None
        for first, words in enumerate(self._of_sentence):
            if not known.intersection(words):
                continue
            there: list[str] = []
            for length in range(1, 4):
                if first + length > len(self._of_sentence):
                    break
                there = there + self._of_sentence[first + length - 1]
                if len(there) > 2 * len(wanted) + 2:
                    break
                ratio = _ratio(there, wanted)
                numbers = tuple(range(first + 1, first + length + 1))
                key = (ratio, -_distance(first + 1, near), numbers)
                if ratio >= SIMILARITY and (best is None or key[:2] > best[:2]):
                    best = key
        return best[2] if best else ()

    def _bare(self, quote: str) -> str:
        """Return a quote without the number and the speaker that an annotator copied with it."""
        bare = _NUMBERED.sub("", quote)
        for speaker in self._speakers:
            if speaker and bare.lstrip().startswith(f"{speaker}:"):
                return bare.lstrip()[len(speaker) + 1 :]
        return bare if bare.strip() else quote


def fold(text: str) -> list[str]:
    """Return the words of a text as comparisons see them."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def same_words(first: str, second: str) -> bool:
    """Return whether two texts are one sentence, up to small differences."""
    left, right = fold(first), fold(second)
    return left == right or _similar(left, right)


def _distance(number: int, near: list[int]) -> int:
    return min((abs(number - each) for each in near), default=0)


def _contains(words: list[str], wanted: list[str]) -> bool:
    return any(
        words[start : start + len(wanted)] == wanted for start, word in enumerate(words) if word == wanted[0]
    )


def _similar(words: list[str], wanted: list[str]) -> bool:
    return bool(words) and _ratio(words, wanted) >= SIMILARITY


def _ratio(words: list[str], wanted: list[str]) -> float:
    matcher = SequenceMatcher(None, words, wanted, autojunk=False)
    if matcher.real_quick_ratio() < SIMILARITY or matcher.quick_ratio() < SIMILARITY:
        return 0.0
    return matcher.ratio()
