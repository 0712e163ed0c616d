"""Full Memory: the whole history, a diagnostic reference (ReMEMBER, section 5.1)."""

from __future__ import annotations

from collections.abc import Sequence

from streamrecall.baselines.newest_turns import pack_newest_turns
from streamrecall.records import Cue, Memory, Turn
from streamrecall.retrieval.stream_history import StreamHistory


class FullMemory:
    """Hands over the entire history; its budget is the reading model's context limit.

    Where the history exceeds the limit, the oldest turns are cut first.
    """

    name = "Full Memory"

    def __init__(self) -> None:
        self._history = StreamHistory()

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns of the dialogue, in order."""
        self._history.observe(turns)

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return every turn, or the newest ones that fit ``budget``, the model's limit in tokens."""
        self._history.require_horizon(cue)
        return pack_newest_turns(self._history, self.name, budget)
