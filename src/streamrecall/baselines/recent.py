"""Recent Memory: the turns just before the cue (ReMEMBER, section 5.1)."""

from __future__ import annotations

from collections.abc import Sequence

from streamrecall.baselines.newest_turns import pack_newest_turns
from streamrecall.records import Cue, Memory, Turn
from streamrecall.retrieval.stream_history import StreamHistory


class RecentMemory:
    """Keeps the most recent whole turns that fit the budget."""

    name = "Recent Memory"

    def __init__(self) -> None:
        self._history = StreamHistory()

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns of the dialogue, in order."""
        self._history.observe(turns)

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return the newest turns, at most ``budget`` tokens of them."""
        self._history.require_horizon(cue)
        return pack_newest_turns(self._history, self.name, budget)
