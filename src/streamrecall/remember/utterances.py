"""Utterances of a window with what the window has said before each: all that a cue may look at.

An utterance is an exact span of a turn's text: a sentence, or several where one is too short to stand for
a query. Captions in brackets (``[shares a photo: ...]``) are not part of what was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from streamrecall.records import Turn, Window
from streamrecall.text.content_words import read_words
from streamrecall.text.sentences import sentence_spans

LEAST_CONTENT_WORDS = 4
"""Sentences with fewer are joined with the next of their turn."""

_CAPTION = re.compile(r"\[[^\[\]]*\]")
_FILLER = re.compile(r"\b(?:u+m+|u+h+|e+r+m*|h+m+|m+hm+|m+-hm+|a+h+|mm+)\b[,.]?\s*", re.IGNORECASE)
_GREETING = re.compile(
    r"\W*(?:hey|hi|hello|hiya|good (?:morning|afternoon|evening)|welcome|long time|what'?s up"
    r"|how(?:'s| is| are) (?:it|you))\b",
    re.IGNORECASE,
)
_OPENING_TURNS = 40
"""A greeting among so many first turns opens a new conversation."""


class WordsBefore(AbstractSet[str]):
    """The words of a window before a place in it: a view of where each was first used, shared by all places.

    Args:
        first_uses: The place of every word's first use; later ones may be added.
        place: Words first used before it are in the set.
    """

    def __init__(self, first_uses: Mapping[str, int], place: int) -> None:
        self._first_uses = first_uses
        self._place = place

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self._first_uses.get(word, self._place) < self._place

    def __iter__(self) -> Iterator[str]:
        return (word for word, place in self._first_uses.items() if place < self._place)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @classmethod
    def _from_iterable(cls, it: Iterable[str]) -> frozenset[str]:  # type: ignore[override]
        return frozenset(it)


@dataclass(frozen=True, slots=True)
class WindowUtterance:
    """One utterance and its place in the window.

    Attributes:
        turn: The turn it is a span of.
        quote: The exact span.
        said: The quote without captions and fillers, for reading and for queries.
        position: Of its turn in the window, from 0.
        content: Its content words.
        known: Content words and speakers of the window before it.
        speakers: Words of the names of everybody who speaks in the window.
        mid_conversation: No greeting and no new session stands between the window's start and it, so that
            the talk it belongs to began before the window.
        reply_outside: Its turn answers a turn that is not in the window.
    """

    turn: Turn
    quote: str
    said: str
    position: int
    content: frozenset[str]
    known: AbstractSet[str]
    speakers: frozenset[str]
    mid_conversation: bool
    reply_outside: bool

    @property
    def new(self) -> frozenset[str]:
        """Content words that the window has not used before."""
        return self.content - self.known


def window_utterances(window: Window) -> Iterator[WindowUtterance]:
    """Yield the utterances of a window in order; turns without words give none."""
    inside = {turn.turn_id for turn in window.turns}
    speakers = frozenset(word for turn in window.turns for word in read_words(turn.speaker).content)
    first_uses: dict[str, int] = {}
    place = 0
    mid_conversation = True
    for position, turn in enumerate(window.turns):
        if turn.session != window.turns[0].session:
            mid_conversation = False
        if position < _OPENING_TURNS and _GREETING.match(turn.text):
            mid_conversation = False
        for word in read_words(turn.speaker).content:
            first_uses.setdefault(word, place)
        for quote in _quotes(turn.text):
            said = without_fillers(quote)
            content = read_words(said).content
            place += 1
            yield WindowUtterance(
                turn=turn,
                quote=quote,
                said=said,
                position=position,
                content=content,
                known=WordsBefore(first_uses, place),
                speakers=speakers,
                mid_conversation=mid_conversation,
                reply_outside=turn.reply_to is not None and turn.reply_to not in inside,
            )
            for word in content:
                first_uses.setdefault(word, place)


def without_fillers(text: str) -> str:
    """Return the text without captions and hesitations, on one line."""
    plain = _FILLER.sub("", _CAPTION.sub(" ", text))
    return " ".join(plain.split())


def _quotes(text: str) -> list[str]:
    """Return exact spans of ``text``: sentences, short ones joined within the turn."""
    masked = _CAPTION.sub(lambda match: " " * len(match.group()), text)
    spans: list[tuple[int, int]] = []
    start: int | None = None
    content: frozenset[str] = frozenset()
    for first, last in sentence_spans(masked):
        start = first if start is None else start
        content |= read_words(masked[first:last]).content
        if len(content) >= LEAST_CONTENT_WORDS:
            spans.append((start, last))
            start, content = None, frozenset()
        end = last
    if start is not None:
        if spans:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return [quote for first, last in spans if (quote := text[first:last].strip())]
