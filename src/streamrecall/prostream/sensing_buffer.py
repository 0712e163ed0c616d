"""The short-term sensing buffer: where a stream is cut into semantic blocks (ProStream, section 5.1)."""

from __future__ import annotations

from collections import deque

import numpy as np
import numpy.typing as npt

from streamrecall.records import SemanticBlock, Turn

Vector = npt.NDArray[np.float32]


class SensingBuffer:
    """Collects units until the topic drifts or the buffer is full.

    The turns of a closed block stay readable as leading context until ``leading`` newer ones have left
    the buffer, so the buffer always shows the latest turns of the stream.

    Args:
        drift_threshold: Cosine to the preceding unit below which a new block starts.
        capacity: Units at which a block is closed anyway.
        leading: Turns of closed blocks that stay.

    Attributes:
        units: Turns of the open block.
        leading: Turns of closed blocks that are still shown.
        previous: Embedding of the latest unit.
        departed: Turns that left the buffer; whoever holds their references empties it.
    """

    def __init__(self, drift_threshold: float, capacity: int, leading: int) -> None:
        self.drift_threshold = drift_threshold
        self.capacity = capacity
        self.units: list[Turn] = []
        self.leading: deque[Turn] = deque(maxlen=leading)
        self.previous: Vector | None = None
        self.departed: list[Turn] = []

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The leading context and the units of the open block, in order."""
        return (*self.leading, *self.units)

    def push(self, turn: Turn, vector: Vector) -> list[SemanticBlock]:
        """Add a unit and return the blocks that it closed: none, one, or two at a capacity of 1.

        Args:
            turn: The next turn of the stream.
            vector: Its embedding, of unit length.
        """
        closed: list[SemanticBlock] = []
        if self.units and self.previous is not None and self._drifts(self.previous, vector):
            closed.append(self._close("drift"))
        self.units.append(turn)
        self.previous = vector
        if len(self.units) >= self.capacity:
            closed.append(self._close("capacity"))
        return closed

    def _drifts(self, previous: Vector, vector: Vector) -> bool:
        return float(previous @ vector) < self.drift_threshold

    def _close(self, reason: str) -> SemanticBlock:
        block = SemanticBlock(turns=tuple(self.units), leading=tuple(self.leading), reason=reason)
        shown = self.turns
        self.leading.extend(self.units)
        self.units = []
        self.departed.extend(shown[: len(shown) - len(self.leading)])
        return block
