"""Ranked chunks packed under a budget."""

from __future__ import annotations

from collections.abc import Iterable

from streamrecall.records import Memory
from streamrecall.retrieval.memory_items import chunk_item
from streamrecall.retrieval.packing import MemoryPacker
from streamrecall.retrieval.stream_index import Hit, StreamIndex


def pack_chunks(index: StreamIndex, hits: Iterable[Hit], method: str, budget: int) -> Memory:
    """Pack chunks in the order given; what does not fit is passed over, a repeated chunk counts once."""
    packer = MemoryPacker(method, budget)
    for hit in hits:
        item = chunk_item(index, hit.chunk, score=hit.score)
        if item is not None:
            packer.offer(item, position=hit.chunk.index)
    return packer.build()
