"""No Memory: nothing but the window, a diagnostic reference (ReMEMBER, section 5.1)."""

from __future__ import annotations

from collections.abc import Sequence

from streamrecall.records import Cue, Memory, Turn
from streamrecall.retrieval.packing import MemoryPacker
from streamrecall.retrieval.stream_history import StreamHistory


class NoMemory:
    """Recalls nothing."""

    name = "No Memory"

    def __init__(self) -> None:
        self._history = StreamHistory()

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns of the dialogue, in order."""
        self._history.observe(turns)

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return an empty memory."""
        self._history.require_horizon(cue)
        return MemoryPacker(self.name, budget).build()
