"""What the points of a window leave unsaid: found in the memory, or named as not found."""

from __future__ import annotations

from collections.abc import Sequence

from streamrecall.catchup.digest import RecoveredContext, Unresolved
from streamrecall.catchup.history import SearchedHistory
from streamrecall.records import DetectedGap, Memory, Turn, Window
from streamrecall.remember.evidence_links import EvidenceLinks, Link
from streamrecall.text.content_words import read_words

SHARED_WORDS = 10.0
GAP_WORDS = 3.0
_PER_POINT = 2


class ContextFinder:
    """Joins a window's points to the items of its memory.

    An item explains a point when the gap that brought it in stands in the point and the two share words that
    are rare here, or when they share many. Items are single turns of the history, quoted as they were said.

    Args:
        window: The window.
        memory: Its memory.
        history: Where the items' turns are looked up.
        shared_words: Rarity (nats) that point and item must share without a gap.
        gap_words: Rarity that an item must share with the gap that brought it in.
    """

    def __init__(
        self,
        window: Window,
        memory: Memory,
        history: SearchedHistory,
        *,
        shared_words: float = SHARED_WORDS,
        gap_words: float = GAP_WORDS,
    ) -> None:
        self._window = window
        self._memory = memory
        self._history = history
        self._gap_words = gap_words
        self._links = EvidenceLinks(window, memory, shared_words)
        self._resolved: set[DetectedGap] = set()

    def of(self, turn: Turn, text: str) -> tuple[RecoveredContext, ...]:
        """Return what explains a point, the best first, at most two; each history turn once."""
        found: dict[str, RecoveredContext] = {}
        for link in self._links.of(turn, text):
            if len(found) == _PER_POINT:
                break
            source = self._source(link)
            if source is None or source.turn_id in found or not self._tells_more(source, text):
                continue
            if link.gap is not None and not self._fits(link):
                continue
            if link.gap is not None:
                self._resolved.add(link.gap)
            phrase = "" if link.gap is None else link.gap.quote
            found[source.turn_id] = RecoveredContext(phrase, source.text.strip(), source)
        return tuple(found.values())

    def unresolved(self, quoted: Sequence[tuple[Turn, str]]) -> tuple[Unresolved, ...]:
        """Return the gaps inside quoted sentences for which ``of`` found nothing, in the window's order."""
        by_id = {turn.turn_id: turn for turn in self._window.turns}
        open_gaps = [
            gap
            for gap in self._memory.gaps
            if gap not in self._resolved
            and any(turn.turn_id == gap.turn_id and gap.quote in text for turn, text in quoted)
        ]
        found = [Unresolved(gap.quote, gap.reason, by_id[gap.turn_id]) for gap in open_gaps]
        return tuple(sorted(found, key=lambda entry: entry.turn.index))

    def _fits(self, link: Link) -> bool:
        assert link.gap is not None
        wanted = read_words(" ".join((link.gap.quote, link.gap.query, *link.gap.keywords))).content
        return self._links.weight(wanted, link.item.text) >= self._gap_words

    def _source(self, link: Link) -> Turn | None:
        return self._history.turn(link.item.first_turn) if len(link.item.turn_ids) == 1 else None

    @staticmethod
    def _tells_more(source: Turn, text: str) -> bool:
        return bool(read_words(source.text).content - read_words(text).content)
