"""RAG: vector retrieval of fixed chunks of the history (ProStream, sections 4 and 6.1)."""

from __future__ import annotations

from collections.abc import Sequence

from streamrecall.ports import Embedder
from streamrecall.records import Cue, Memory, Question, Turn
from streamrecall.retrieval.memory_items import chunk_item
from streamrecall.retrieval.packing import MemoryPacker
from streamrecall.retrieval.stream_index import StreamIndex
from streamrecall.text.chunks import CHUNK_OVERLAP, CHUNK_TOKENS


class RagMemory:
    """Hands over the chunks nearest to the question, as many as fit.

    Args:
        embedder: Makes the vectors.
        chunk_tokens: Tokens per chunk.
        chunk_overlap: Tokens a chunk shares with the one before.
    """

    name = "RAG"

    def __init__(
        self, embedder: Embedder, chunk_tokens: int = CHUNK_TOKENS, chunk_overlap: int = CHUNK_OVERLAP
    ) -> None:
        self._index = StreamIndex(embedder, chunk_tokens, chunk_overlap)
        self._chunk_tokens = chunk_tokens

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns of the dialogue, in order."""
        self._index.observe(turns)

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return the chunks most like the cue in meaning; one that does not fit is passed over."""
        self._index.require_horizon(cue)
        packer = MemoryPacker(self.name, budget)
        query = cue.text if isinstance(cue, Question) else cue.render()
        for hit in self._index.dense(query, max(1, 2 * budget // self._chunk_tokens)):
            item = chunk_item(self._index, hit.chunk, score=hit.score)
            if item is not None:
                packer.offer(item, position=hit.chunk.index)
        return packer.build()
