"""Hybrid: half of the chunks by BM25, half by cosine (ReMEMBER, section 5.1)."""

from __future__ import annotations

from collections.abc import Sequence

from streamrecall.baselines.top_chunks import pack_chunks
from streamrecall.ports import Embedder
from streamrecall.records import Cue, Memory, Turn
from streamrecall.retrieval.cue_query import cue_query
from streamrecall.retrieval.stream_index import StreamIndex
from streamrecall.text.chunks import CHUNK_OVERLAP, CHUNK_TOKENS


class HybridMemory:
    """Packs the top chunks of each ranking: 4 and 4 at a budget of 1,024, a chunk of both once.

    Args:
        embedder: Makes the vectors.
        chunk_tokens: Tokens per chunk.
        chunk_overlap: Tokens a chunk shares with the one before.
    """

    name = "Hybrid"

    def __init__(
        self, embedder: Embedder, chunk_tokens: int = CHUNK_TOKENS, chunk_overlap: int = CHUNK_OVERLAP
    ) -> None:
        self._index = StreamIndex(embedder, chunk_tokens, chunk_overlap)
        self._chunk_tokens = chunk_tokens

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns of the dialogue, in order."""
        self._index.observe(turns)

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return the best chunks of both rankings, as many as fit; rank by rank, sparse first."""
        self._index.require_horizon(cue)
        query = cue_query(cue)
        chunks = budget // self._chunk_tokens
        sparse = self._index.sparse(query, chunks - chunks // 2)
        dense = self._index.dense(query, chunks // 2)
        by_rank = sorted([*sparse, *dense], key=lambda hit: hit.rank)
        return pack_chunks(self._index, by_rank, self.name, budget)
