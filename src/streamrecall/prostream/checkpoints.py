"""A stream memory that saves itself every so many turns."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from streamrecall.prostream.memory import ProStream
from streamrecall.prostream.state import save_stream
from streamrecall.records import Cue, Memory, Turn


class CheckpointedStream:
    """Passes everything on to a ProStream and saves it after every ``every`` observed turns.

    A crash loses at most the turns since the last save, fewer than ``every``; recalls since then lose
    their access counts.

    Args:
        memory: The memory to look after.
        path: Where its state is kept.
        every: Turns between two saves.
    """

    def __init__(self, memory: ProStream, path: Path, every: int = 100) -> None:
        if every < 1:
            raise ValueError(f"every must be at least 1, got {every}")
        self.memory = memory
        self.path = path
        self.every = every
        self.name = memory.name
        self._unsaved = 0

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns; a long batch is saved on the way."""
        position = 0
        while position < len(turns):
            batch = turns[position : position + self.every - self._unsaved]
            self.memory.observe(batch)
            position += len(batch)
            self._unsaved += len(batch)
            if self._unsaved >= self.every:
                self.save()

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return the memory's recall."""
        return self.memory.recall(cue, budget)

    def save(self) -> None:
        """Save now."""
        save_stream(self.memory, self.path)
        self._unsaved = 0
