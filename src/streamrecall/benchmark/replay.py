"""Replays dialogues through a memory, window by window, as a user would have lived them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from streamrecall.ports import StreamMemory
from streamrecall.records import Dialogue, Memory, Window


@dataclass(frozen=True, slots=True)
class BuiltMemory:
    """A memory for one window and what it took.

    Attributes:
        seconds: Wall time of observing the turns since the last window and of the recall.
    """

    window_id: str
    memory: Memory
    seconds: float


def replay_windows(
    new_memory: Callable[[], StreamMemory],
    dialogues: Mapping[str, Dialogue],
    windows: Iterable[Window],
    budget: int,
) -> Iterator[BuiltMemory]:
    """Build the memory of each window from the turns before it, one fresh memory per dialogue.

    Windows are visited in the order of their dialogue; each turn is observed once.

    Args:
        new_memory: Makes an empty memory.
        dialogues: By id; every window's dialogue must be there.
        windows: In any order.
        budget: Tokens a memory may have.
    """
    by_dialogue: dict[str, list[Window]] = {}
    for window in windows:
        by_dialogue.setdefault(window.dialogue_id, []).append(window)
    for dialogue_id, own in by_dialogue.items():
        memory = new_memory()
        turns = dialogues[dialogue_id].turns
        observed = 0
        for window in sorted(own, key=lambda each: each.first_turn):
            started = time.perf_counter()
            memory.observe(turns[observed : window.first_turn])
            observed = window.first_turn
            built = memory.recall(window, budget)
            yield BuiltMemory(window.window_id, built, time.perf_counter() - started)
