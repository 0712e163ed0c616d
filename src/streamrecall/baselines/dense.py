"""Dense: the best chunks by cosine with the whole cue as query (ReMEMBER, section 5.1)."""

from __future__ import annotations

from collections.abc import Iterable

from streamrecall.baselines.chunk_memory import ChunkMemory
from streamrecall.retrieval.stream_index import Hit


class DenseMemory(ChunkMemory):
    """Packs the top chunks of vector search: 8 at a budget of 1,024 and chunks of 128 tokens."""

    name = "Dense"

    def ranked(self, query: str, budget: int) -> Iterable[Hit]:
        """Return the chunks most like the cue in meaning."""
        return self.index.dense(query, budget // self.chunk_tokens)
