"""RAG: vector retrieval of fixed chunks of the history (ProStream, sections 4 and 6.1)."""

from __future__ import annotations

from collections.abc import Sequence

from streamrecall.baselines.top_chunks import pack_chunks
from streamrecall.ports import Embedder
from streamrecall.records import Cue, Memory, Question, Turn
from streamrecall.retrieval.stream_index import StreamIndex
from streamrecall.text.chunks import CHUNK_OVERLAP, CHUNK_TOKENS


class RagMemory:
    """Hands over the chunks nearest to the question, as many as fit.

    Dense of the ReMEMBER tables stops at budget / chunk size; here chunks are tried until the budget is full.

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
        query = cue.text if isinstance(cue, Question) else cue.render()
        hits = self._index.dense(query, max(1, 2 * budget // self._chunk_tokens))
        return pack_chunks(self._index, hits, self.name, budget)
