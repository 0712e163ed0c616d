"""Sparse: the best chunks by BM25 with the whole cue as query (ReMEMBER, section 5.1)."""

from __future__ import annotations

from collections.abc import Iterable

from streamrecall.baselines.chunk_memory import ChunkMemory
from streamrecall.retrieval.stream_index import Hit
from streamrecall.text.chunks import CHUNK_OVERLAP, CHUNK_TOKENS


class SparseMemory(ChunkMemory):
    """Packs the top chunks of lexical search: 8 at a budget of 1,024 and chunks of 128 tokens.

    Args:
        chunk_tokens: Tokens per chunk.
        chunk_overlap: Tokens a chunk shares with the one before.
    """

    name = "Sparse"

    def __init__(self, chunk_tokens: int = CHUNK_TOKENS, chunk_overlap: int = CHUNK_OVERLAP) -> None:
        super().__init__(None, chunk_tokens, chunk_overlap)

    def ranked(self, query: str, budget: int) -> Iterable[Hit]:
        """Return the chunks most like the cue in words."""
        return self.index.sparse(query, budget // self.chunk_tokens)
