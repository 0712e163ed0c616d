"""What does the work of a catch-up: a gap detector, a memory, and at will a summarizer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from streamrecall.ports import GapDetector, StreamMemory, Summarizer


@dataclass(frozen=True, slots=True)
class Tools:
    """The parts a catch-up is made with.

    Attributes:
        detector: Finds what a window leaves unsaid.
        new_memory: Makes an empty memory for a conversation.
        summarizer: Writes what happened; None quotes the most salient sentences.
        names: Role -> name, for the foot of every catch-up.
    """

    detector: GapDetector
    new_memory: Callable[[], StreamMemory]
    summarizer: Summarizer | None
    names: Mapping[str, str]


def offline_tools() -> Tools:
    """Return the tools that need no network."""
    raise NotImplementedError
