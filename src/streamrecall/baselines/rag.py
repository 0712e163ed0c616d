"""RAG: vector retrieval of fixed chunks of the history (ProStream, sections 4 and 6.1)."""

from __future__ import annotations

from collections.abc import Iterable

from streamrecall.baselines.chunk_memory import ChunkMemory
from streamrecall.retrieval.stream_index import Hit


class RagMemory(ChunkMemory):
    """Hands over the chunks nearest to the question, as many as fit.

    Dense of the ReMEMBER tables stops at budget / chunk size; here chunks are tried until the budget is full.
    """

    name = "RAG"

    def ranked(self, query: str, budget: int) -> Iterable[Hit]:
        """Return twice as many chunks as the budget has room for, nearest first."""
        return self.index.dense(query, max(1, 2 * budget // self.chunk_tokens))
