"""Hybrid: half of the chunks by BM25, half by cosine (ReMEMBER, section 5.1)."""

from __future__ import annotations

from collections.abc import Iterable

from streamrecall.baselines.chunk_memory import ChunkMemory
from streamrecall.retrieval.stream_index import Hit


class HybridMemory(ChunkMemory):
    """Packs the top chunks of each ranking: 4 and 4 at a budget of 1,024, a chunk of both once."""

    name = "Hybrid"

    def ranked(self, query: str, budget: int) -> Iterable[Hit]:
        """Return the best chunks of both rankings, rank by rank, sparse first."""
        chunks = budget // self.chunk_tokens
        sparse = self.index.sparse(query, chunks - chunks // 2)
        dense = self.index.dense(query, chunks // 2)
        return sorted([*sparse, *dense], key=lambda hit: hit.rank)
