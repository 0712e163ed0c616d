"""The searchable history of one dialogue, kept while the dialogue runs (ReMEMBER, section 4.1)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from streamrecall.errors import ConfigError
from streamrecall.ports import Embedder
from streamrecall.records import Chunk, Turn
from streamrecall.retrieval.bm25 import IncrementalBM25
from streamrecall.retrieval.rank_fusion import RRF_K, fuse_rankings
from streamrecall.retrieval.stream_history import StreamHistory
from streamrecall.retrieval.stream_vectors import StreamVectors
from streamrecall.retrieval.words import words
from streamrecall.text.chunks import CHUNK_OVERLAP, CHUNK_TOKENS, StreamChunker

POOL = 30
"""Chunks that each retriever hands to the fusion (section 4.1)."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A retrieved chunk with its score and its rank, from 1."""

    chunk: Chunk
    score: float
    rank: int


class StreamIndex(StreamHistory):
    """Chunks and turns of one dialogue with sparse and dense search over them.

    ``observe`` costs the new turns alone. Vectors are made at the first search that needs them, for what is
    new since the last, so that a complete chunk and a turn are embedded once in their lives. The unfinished
    chunk at the end is searchable too and is replaced as the stream grows.

    Args:
        embedder: Makes the vectors; without one only sparse search works.
        chunk_tokens: Tokens per chunk.
        chunk_overlap: Tokens a chunk shares with the one before.
    """

    def __init__(
        self,
        embedder: Embedder | None,
        chunk_tokens: int = CHUNK_TOKENS,
        chunk_overlap: int = CHUNK_OVERLAP,
    ) -> None:
        super().__init__()
        self.embedder = embedder
        self._chunker = StreamChunker(chunk_tokens, chunk_overlap)
        self._chunks: list[Chunk] = []
        self._tail: Chunk | None = None
        self._tail_words: list[str] | None = None  # set while the tail is the last document of _bm25
        self._tail_is_current = True
        self._bm25 = IncrementalBM25()
        self._vectors = None if embedder is None else StreamVectors(embedder)

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns of the dialogue; some may have been left out of the stream.

        Raises:
            DataError: If a turn is of another dialogue, does not come after the one before it, or repeats
                a ``turn_id``. Nothing is taken in then.
        """
        finished = self._chunker.append_encoded(turns, self._take_in(turns))
        if turns:
            self._tail_is_current = False
        if finished:
            self._drop_tail_words()
        for chunk in finished:
            self._bm25.append(words(chunk.text))
        self._chunks.extend(finished)

    @property
    def chunks(self) -> tuple[Chunk, ...]:
        """The complete chunks and the unfinished one at the end."""
        tail = self._refresh_tail()
        return (*self._chunks, *([] if tail is None else [tail]))

    def turns_of(self, chunk: Chunk) -> tuple[Turn, ...]:
        """Return the turns with text that the chunk overlaps."""
        return tuple(turn for turn, _, _ in self.shares(chunk))

    def shares(self, chunk: Chunk) -> tuple[tuple[Turn, int, int], ...]:
        """Return (turn, its tokens inside the chunk, its tokens in all) for each turn of the chunk."""
        start = chunk.index * self._chunker.stride
        end = start + chunk.tokens
        found: list[tuple[Turn, int, int]] = []
        position = bisect_right(self._ends, start)
        while position < len(self._ends) and self._start(position) < end:
            first, last = self._start(position), self._ends[position]
            if last > first:
                found.append((self._turns[position], min(last, end) - max(first, start), last - first))
            position += 1
        return tuple(found)

    def sparse(self, query: str, top: int) -> list[Hit]:
        """Return the best chunks by BM25 among those that share a word with the query."""
        self._refresh_tail()
        return self._hits(self._bm25.search(words(query), top))

    def dense(self, query: str, top: int) -> list[Hit]:
        """Return the best chunks by cosine.

        Raises:
            ConfigError: If the index has no embedder.
        """
        vectors = self._require_vectors()
        index = vectors.chunks(self._chunks, self._refresh_tail())
        return self._hits(index.search(vectors.query(query), top))

    def fused(self, query: str, top: int, pool: int = POOL, k: int = RRF_K) -> list[Hit]:
        """Return the best chunks by reciprocal rank fusion of the ``pool`` best of each retriever."""
        rankings = [
            [hit.chunk.index for hit in hits] for hits in (self.sparse(query, pool), self.dense(query, pool))
        ]
        return self._hits(fuse_rankings(rankings, k)[:top])

    def turn_similarities(self, query: str, turn_indexes: Sequence[int]) -> npt.NDArray[np.float32]:
        """Return the cosine of the query with each rendered turn, in the order of ``turn_indexes``."""
        turns = [self.turn(index) for index in turn_indexes]
        return self._require_vectors().turn_similarities(query, turns)

    def embed_queries(self, queries: Sequence[str]) -> None:
        """Embed several queries in one batch, so that the searches that follow find them ready."""
        self._require_vectors().embed_queries(queries)

    def _refresh_tail(self) -> Chunk | None:
        if not self._tail_is_current:
            self._drop_tail_words()
            self._tail = self._chunker.tail()
            if self._tail is not None:
                self._tail_words = words(self._tail.text)
                self._bm25.append(self._tail_words)
            self._tail_is_current = True
        return self._tail

    def _drop_tail_words(self) -> None:
        if self._tail_words is not None:
            self._bm25.pop(self._tail_words)
            self._tail_words = None

    def _require_vectors(self) -> StreamVectors:
        if self._vectors is None:
            raise ConfigError(
                "dense search needs an embedder: give the stream index one "
                "(streamrecall.models.minilm.MiniLM is embedded, HashedEmbedder needs no weights)"
            )
        return self._vectors

    def _hits(self, ranked: Sequence[tuple[int, float]]) -> list[Hit]:
        tail = self._refresh_tail()
        chunks = self._chunks
        return [
            Hit(chunks[number] if number < len(chunks) or tail is None else tail, score, rank)
            for rank, (number, score) in enumerate(ranked, start=1)
        ]
