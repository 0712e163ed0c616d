"""Vectors of a growing stream, each made once and only when a search needs it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from streamrecall.ports import Embedder
from streamrecall.records import Chunk, Turn
from streamrecall.retrieval.dense import DenseIndex

_QUERIES_KEPT = 128


class StreamVectors:
    """Chunk, turn and query vectors of one dialogue.

    Complete chunks and turns are embedded once; the unfinished chunk again whenever its text has changed.

    Args:
        embedder: Makes the vectors.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._chunks: DenseIndex | None = None
        self._complete = 0
        self._tail: Chunk | None = None
        self._turns: DenseIndex | None = None
        self._turn_rows: dict[int, int] = {}
        self._queries: OrderedDict[str, npt.NDArray[np.float32]] = OrderedDict()

    def chunks(self, complete: Sequence[Chunk], tail: Chunk | None) -> DenseIndex:
        """Return the index over the complete chunks and the tail, embedding what is new in one batch."""
        if self._chunks is None:
            self._chunks = DenseIndex(self._embedder.dimension)
        if len(complete) > self._complete or tail != self._tail:
            new = [*complete[self._complete :], *([] if tail is None else [tail])]
            self._chunks.truncate(self._complete)
            if new:
                self._chunks.append(self._embedder.embed([chunk.text for chunk in new]))
            self._complete = len(complete)
            self._tail = tail
        return self._chunks

    def turn_similarities(self, query: str, turns: Sequence[Turn]) -> npt.NDArray[np.float32]:
        """Return the cosine of the query with each rendered turn, embedding the new ones in one batch."""
        if self._turns is None:
            self._turns = DenseIndex(self._embedder.dimension)
        new = {turn.index: turn for turn in turns if turn.index not in self._turn_rows}
        if new:
            vectors = self._embedder.embed([turn.render() for turn in new.values()])
            for row, index in enumerate(new, start=len(self._turns)):
                self._turn_rows[index] = row
            self._turns.append(vectors)
        return self._turns.similarities(self.query(query), [self._turn_rows[turn.index] for turn in turns])

    def query(self, query: str) -> npt.NDArray[np.float32]:
        """Return the query's vector; the latest ones are kept."""
        self.embed_queries([query])
        return self._queries[query]

    def embed_queries(self, queries: Sequence[str]) -> None:
        """Embed several queries in one batch, so that the searches that follow find them ready."""
        new = [query for query in dict.fromkeys(queries) if query not in self._queries]
        if new:
            for query, vector in zip(new, self._embedder.embed(new, kind="query"), strict=True):
                self._queries[query] = vector
        for query in queries:
            self._queries.move_to_end(query)
        while len(self._queries) > max(_QUERIES_KEPT, len(queries)):
            self._queries.popitem(last=False)
