"""What the chunk retrieving baselines share: an index of the stream and chunks packed by rank."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from streamrecall.ports import Embedder
from streamrecall.records import Cue, Memory, Turn
from streamrecall.retrieval.cue_query import cue_query
from streamrecall.retrieval.memory_items import chunk_item
from streamrecall.retrieval.packing import MemoryPacker
from streamrecall.retrieval.stream_index import Hit, StreamIndex
from streamrecall.text.chunks import CHUNK_OVERLAP, CHUNK_TOKENS


class ChunkMemory(ABC):
    """Ranks chunks with the whole cue as query and packs them in that order (ReMEMBER, section 5.1).

    Args:
        embedder: Makes the vectors; None for search by words alone.
        chunk_tokens: Tokens per chunk.
        chunk_overlap: Tokens a chunk shares with the one before.
    """

    name: str

    def __init__(
        self, embedder: Embedder | None, chunk_tokens: int = CHUNK_TOKENS, chunk_overlap: int = CHUNK_OVERLAP
    ) -> None:
        self.index = StreamIndex(embedder, chunk_tokens, chunk_overlap)
        self.chunk_tokens = chunk_tokens

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns of the dialogue, in order."""
        self.index.observe(turns)

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return the best chunks; what does not fit is passed over, a repeated chunk counts once.

        Raises:
            LookAheadError: If turns at or beyond the cue's horizon were observed.
        """
        self.index.require_horizon(cue)
        packer = MemoryPacker(self.name, budget)
        for hit in self.ranked(cue_query(cue), budget):
            item = chunk_item(self.index, hit.chunk, score=hit.score)
            if item is not None:
                packer.offer(item, position=hit.chunk.index)
        return packer.build()

    @abstractmethod
    def ranked(self, query: str, budget: int) -> Iterable[Hit]:
        """Return the chunks to pack, best first."""
