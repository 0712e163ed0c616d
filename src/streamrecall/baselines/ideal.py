"""Ideal Memory: the annotated evidence itself, a diagnostic upper bound (ReMEMBER, section 5.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from streamrecall.errors import DataError
from streamrecall.records import Cue, Memory, Turn
from streamrecall.retrieval.cue_query import cue_id
from streamrecall.retrieval.memory_items import turn_item
from streamrecall.retrieval.packing import MemoryPacker
from streamrecall.retrieval.stream_history import StreamHistory


class IdealMemory:
    """Recalls the evidence turns of a cue, earliest first.

    Args:
        evidence: For each window or question id, the ``turn_id`` of every evidence turn.
    """

    name = "Ideal Memory"

    def __init__(self, evidence: Mapping[str, Sequence[str]]) -> None:
        self._evidence = evidence
        self._history = StreamHistory()

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns of the dialogue, in order."""
        self._history.observe(turns)

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return the cue's evidence; what does not fit the budget is passed over.

        Raises:
            DataError: If the cue has no entry, or its evidence is not in the history before it.
        """
        self._history.require_horizon(cue)
        key = cue_id(cue)
        if key not in self._evidence:
            raise DataError(
                f"Ideal Memory has no evidence for {key!r} of dialogue {cue.dialogue_id!r}.",
                hint="Give an entry, empty where the cue has no gaps, for each window and question.",
            )
        packer = MemoryPacker(self.name, budget)
        for turn in sorted((self._find(turn_id, cue) for turn_id in self._evidence[key]), key=_index):
            item = turn_item(turn, tokens=self._history.cost(turn.index))
            if item is not None:
                packer.offer(item)
        return packer.build()

    def _find(self, turn_id: str, cue: Cue) -> Turn:
        turn = self._history.find(turn_id)
        if turn is None:
            raise DataError(
                f"evidence turn {turn_id!r} of {cue_id(cue)!r} is not in the history of dialogue "
                f"{cue.dialogue_id!r} before index {cue.horizon}."
            )
        return turn


def _index(turn: Turn) -> int:
    return turn.index
