"""Replays dialogues through a memory, window by window, as a user would have lived them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from streamrecall.models.replies.failure import ReplyError
from streamrecall.ports import StreamMemory
from streamrecall.records import Dialogue, Memory, Window


@dataclass(frozen=True, slots=True)
class BuiltMemory:
    """A memory for one window and what it took.

    Attributes:
        seconds: Wall time of observing the turns since the last window and of the recall.
        failed: Why a model's reply left no memory; ``memory`` is then empty.
    """

    window_id: str
    memory: Memory
    seconds: float
    failed: str = ""


def replay_windows(
    new_memory: Callable[[], StreamMemory],
    dialogues: Mapping[str, Dialogue],
    windows: Iterable[Window],
    budget: int,
) -> Iterator[BuiltMemory]:
    """Build the memory of each window from the turns before it, one fresh memory per dialogue.

    Windows are visited in the order of their dialogue; each turn is observed once. A window whose memory
    needs a model's reply that stayed unusable has failed; the replay goes on.

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
            failed = ""
            try:
                built = memory.recall(window, budget)
            except ReplyError as error:
                built, failed = Memory(memory.name, (), 0, budget), str(error)
            yield BuiltMemory(window.window_id, built, time.perf_counter() - started, failed)
