"""Sparse: the best chunks by BM25 with the whole cue as query (ReMEMBER, section 5.1)."""

from __future__ import annotations

from collections.abc import Sequence

from streamrecall.baselines.top_chunks import pack_chunks
from streamrecall.records import Cue, Memory, Turn
from streamrecall.retrieval.cue_query import cue_query
from streamrecall.retrieval.stream_index import StreamIndex
from streamrecall.text.chunks import CHUNK_OVERLAP, CHUNK_TOKENS


class SparseMemory:
    """Packs the top chunks of lexical search: 8 at a budget of 1,024 and chunks of 128 tokens.

    Args:
        chunk_tokens: Tokens per chunk.
        chunk_overlap: Tokens a chunk shares with the one before.
    """

    name = "Sparse"

    def __init__(self, chunk_tokens: int = CHUNK_TOKENS, chunk_overlap: int = CHUNK_OVERLAP) -> None:
        self._index = StreamIndex(None, chunk_tokens, chunk_overlap)
        self._chunk_tokens = chunk_tokens

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns of the dialogue, in order."""
        self._index.observe(turns)

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return the chunks most like the cue in words, as many as fit."""
        self._index.require_horizon(cue)
        hits = self._index.sparse(cue_query(cue), budget // self._chunk_tokens)
        return pack_chunks(self._index, hits, self.name, budget)
