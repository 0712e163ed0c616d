"""Which memory items say more about an utterance of the window.

An item is linked when the detected gap that brought it in stands in the utterance, or else when it shares
enough rare words with it. Rare means rare among the lines at hand, so that a name on everybody's lips
links nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, log

from streamrecall.records import DetectedGap, Memory, MemoryItem, Turn, Window, one_line
from streamrecall.text.content_words import NEGATED, read_words

_TELLING_LENGTH = 12
"""Characters from which on a gap's quote inside a longer reason is no chance."""


@dataclass(frozen=True, slots=True)
class Link:
    """A memory item that explains an utterance.

    Attributes:
        item: The item.
        weight: Summed rarity of the words it shares with the utterance and its gap.
        gap: The detected gap that brought it in; None for a link by words.
    """

    item: MemoryItem
    weight: float
    gap: DetectedGap | None


class EvidenceLinks:
    """Links between one window and one memory.

    Args:
        window: The window.
        memory: Its memory; may be empty.
        threshold: Least weight of a link by words alone, in nats of rarity.
    """

    def __init__(self, window: Window, memory: Memory, threshold: float) -> None:
        self._memory = memory
        self._threshold = threshold
        lines = [item.text for item in memory.items] + [turn.render() for turn in window.turns]
        self._lines = len(lines)
        self._frequency: dict[str, int] = {}
        for line in lines:
            for word in read_words(line).content:
                self._frequency[word] = self._frequency.get(word, 0) + 1

    def of(self, turn: Turn, utterance: str) -> list[Link]:
        """Return the links of one utterance of ``turn``, those of its own gaps first, strongest first."""
        gaps = [
            gap for gap in self._memory.gaps if gap.turn_id == turn.turn_id and _touch(gap.quote, utterance)
        ]
        speaker = read_words(turn.speaker).content
        wanted = read_words(utterance).content - speaker
        links = []
        for item in self._memory.items:
            gap = next((gap for gap in gaps if _brought_in(item, gap)), None)
            words = (
                wanted if gap is None else wanted | read_words(" ".join((gap.query, *gap.keywords))).content
            )
            weight = self.weight(words, item.text)
            if gap is not None or weight >= self._threshold:
                links.append(Link(item, weight, gap))
        return sorted(links, key=lambda link: (link.gap is None, -link.weight, link.item.first_turn))

    def weight(self, wanted: frozenset[str], text: str) -> float:
        """Return the summed rarity of the wanted words in ``text``."""
        return fsum(
            log((self._lines + 1) / self._frequency.get(word, 1))
            for word in (wanted & read_words(text).content) - {NEGATED}
        )


def _touch(quote: str, utterance: str) -> bool:
    quote = one_line(quote)
    return bool(quote) and (quote in utterance or utterance in quote)


def _brought_in(item: MemoryItem, gap: DetectedGap) -> bool:
    """Whether an item's reason is the gap's quote, query or reason, or holds one of them at length."""
    return any(
        part == item.reason or (len(part) >= _TELLING_LENGTH and part in item.reason)
        for part in (gap.quote, gap.query, gap.reason)
        if part
    )


def link_words(link: Link, utterance: str) -> frozenset[str]:
    """Return what a piece of the linked item should share with the utterance and its gap."""
    parts: Sequence[str] = (
        (utterance,) if link.gap is None else (utterance, link.gap.query, *link.gap.keywords)
    )
    return read_words(" ".join(parts)).content
