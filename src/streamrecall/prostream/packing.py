"""Fitting entries into a token budget while their order and date headings change the price."""

from __future__ import annotations

from streamrecall.records import MemoryItem
from streamrecall.retrieval.heading_costs import heading_tokens


class Packing:
    """Items by key, never above the budget; a later item may replace an earlier one under its key.

    The packer of the retrieving memories (``retrieval.packing``) never takes an item back and refuses what
    it already quotes; here an event's line grows with each of its facts.

    Args:
        budget: Tokens that the rendered memory may have.
    """

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.tokens = 0
        self._items: dict[str, MemoryItem] = {}

    @property
    def items(self) -> tuple[MemoryItem, ...]:
        """The items in the order of the stream."""
        return tuple(sorted(self._items.values(), key=lambda item: item.first_turn))

    def __contains__(self, key: str) -> bool:
        return key in self._items

    def put(self, key: str, item: MemoryItem, limit: int | None = None) -> bool:
        """Add or replace an item unless the memory would then exceed ``limit`` (default: the budget)."""
        before = self._items.get(key)
        self._items[key] = item
        tokens = self._measure()
        if tokens <= min(self.budget, self.budget if limit is None else limit):
            self.tokens = tokens
            return True
        if before is None:
            del self._items[key]
        else:
            self._items[key] = before
        return False

    def _measure(self) -> int:
        tokens = 0
        date: str | None = None
        for item in self.items:
            if item.date is not None and item.date != date:
                date = item.date
                tokens += heading_tokens(date)
            tokens += item.tokens
        return tokens
