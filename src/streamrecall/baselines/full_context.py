"""Full Context: the whole history, cut to what the reader can take (ProStream, sections 4 and 6.1)."""

from __future__ import annotations

from collections.abc import Sequence

from streamrecall.records import Cue, Memory, Turn
from streamrecall.retrieval.memory_items import turn_item
from streamrecall.retrieval.packing import MemoryPacker
from streamrecall.retrieval.stream_index import StreamIndex


class FullContextMemory:
    """Hands over the newest turns that fit: all of them under the budget of a long-context reader.

    Under the budget of the other memories it shows what recency alone gives; tables must say which.
    """

    name = "Full Context"

    def __init__(self) -> None:
        self._index = StreamIndex(None)

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns of the dialogue, in order."""
        self._index.observe(turns)

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return the newest turns, oldest left out first; a turn larger than the budget is passed over."""
        self._index.require_horizon(cue)
        packer = MemoryPacker(self.name, budget)
        for turn in reversed(self._index.turns):
            item = turn_item(turn, tokens=self._index.cost(turn.index))
            if item is None or item.tokens > budget:
                continue
            if not packer.offer(item):
                break
        return packer.build()
