"""Distilled blocks that wait to be mounted (ProStream, section 5.4 and appendix B.2)."""

from __future__ import annotations

from collections import deque

from streamrecall.prostream.distillation import Distillate


class PendingBuffer:
    """First in, first out; a block leaves when more than ``capacity`` wait.

    Args:
        capacity: Blocks that wait; 0 mounts each block at once.
    """

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.waiting: deque[Distillate] = deque()

    def push(self, distillate: Distillate) -> list[Distillate]:
        """Add a block and return those whose turn to be mounted has come, oldest first."""
        self.waiting.append(distillate)
        due: list[Distillate] = []
        while len(self.waiting) > self.capacity:
            due.append(self.waiting.popleft())
        return due
