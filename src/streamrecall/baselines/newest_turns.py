"""The newest whole turns of a stream, as many as fit."""

from __future__ import annotations

from streamrecall.records import Memory
from streamrecall.retrieval.memory_items import turn_item
from streamrecall.retrieval.packing import MemoryPacker
from streamrecall.retrieval.stream_history import StreamHistory


def pack_newest_turns(history: StreamHistory, method: str, budget: int) -> Memory:
    """Pack turns from the newest back and stop at the first that does not fit beside the others.

    A turn that exceeds the whole budget by itself is passed over, so that one pasted document does not
    leave the memory empty.
    """
    packer = MemoryPacker(method, budget)
    for turn in reversed(history.turns):
        item = turn_item(turn, tokens=history.cost(turn.index))
        if item is None or item.tokens > budget:
            continue
        if not packer.offer(item):
            break
    return packer.build()
