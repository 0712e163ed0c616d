"""Packing a memory under its budget, date headings included (ReMEMBER, section 4.2)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from streamrecall.records import DetectedGap, Memory, MemoryItem
from streamrecall.retrieval.heading_costs import heading_tokens


class MemoryPacker:
    """Takes items while they fit and keeps them in the order of the stream.

    Every line of a rendered memory ends in a line feed and the next begins with a visible character, where
    cl100k_base never joins tokens: so the cost of a memory is the sum of its lines, and ``tokens`` is exact.

    Args:
        method: Name of the memory method.
        budget: Tokens the rendered memory may cost; 0 leaves it empty.
        abstractive: Items paraphrase their turns, so that two may come from the same ones.
    """

    def __init__(self, method: str, budget: int, *, abstractive: bool = False) -> None:
        self.method = method
        self.budget = budget
        self.abstractive = abstractive
        self.tokens = 0
        self._items: list[MemoryItem] = []
        self._keys: list[tuple[int, int]] = []
        self._whole: set[str] = set()
        self._texts: set[tuple[int, str]] = set()

    def offer(self, item: MemoryItem, position: int = 0) -> bool:
        """Add the item if it fits and says something new; return whether it was added.

        Refused are: the same text of the same place again, and quotations of turns that are all in whole.

        Args:
            item: What to add.
            position: Orders items of the same ``first_turn``, such as the chunks of one long turn.
        """
        if self._holds(item):
            return False
        place = bisect_right(self._keys, (item.first_turn, position))
        cost = item.tokens + self._heading_change(item.date, place)
        if self.tokens + cost > self.budget:
            return False
        self._items.insert(place, item)
        self._keys.insert(place, (item.first_turn, position))
        self._texts.add((item.first_turn, item.text))
        self._whole.update(set(item.turn_ids).difference(item.partial_turn_ids))
        self.tokens += cost
        return True

    def build(self, gaps: Sequence[DetectedGap] = ()) -> Memory:
        """Return the memory; ``gaps`` are what the method looked for.

        Raises:
            ValueError: If the budget is below 0.
        """
        return Memory(
            method=self.method,
            items=tuple(self._items),
            tokens=self.tokens,
            budget=self.budget,
            abstractive=self.abstractive,
            gaps=tuple(gaps),
        )

    def _holds(self, item: MemoryItem) -> bool:
        if (item.first_turn, item.text) in self._texts:
            return True
        return not self.abstractive and self._whole.issuperset((*item.turn_ids, *item.partial_turn_ids))

    def _heading_change(self, date: str | None, place: int) -> int:
        """Tokens of headings that inserting an item of that date adds; dates may go back in time."""
        if date is None:
            return 0
        before = self._nearest_date(range(place - 1, -1, -1))
        after = self._nearest_date(range(place, len(self._items)))
        change = heading_tokens(date) if date != before else 0
        if after is not None:
            change += heading_tokens(after) * ((after != date) - (after != before))
        return change

    def _nearest_date(self, places: range) -> str | None:
        return next((date for place in places if (date := self._items[place].date) is not None), None)
