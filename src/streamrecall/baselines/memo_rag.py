"""MemoRAG: a light memory of everything drafts clues to search for (Qian et al., 2025)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from streamrecall.baselines.found_by import best_queries
from streamrecall.baselines.rebuilt_memory import RebuiltMemory
from streamrecall.baselines.steps.extractive_memory import ExtractiveMemory
from streamrecall.baselines.steps.global_memory import MemoryModel
from streamrecall.ports import Embedder
from streamrecall.records import Chunk, MemoryItem, Turn
from streamrecall.retrieval.memory_items import chunk_item
from streamrecall.retrieval.rank_fusion import fuse_rankings
from streamrecall.retrieval.stream_index import POOL
from streamrecall.text.chunks import CHUNK_OVERLAP, CHUNK_TOKENS

SEGMENT_CHUNKS = 8
COMPRESSION = 8


class MemoRagMemory(RebuiltMemory):
    """Recalls clues from a compressed memory of the whole history, then retrieves with each of them.

    The gist of every ``segment_chunks`` chunks is written once, in ``1 / compression`` of their tokens. For
    a question the memory, together with the turns after the last segment, drafts clues; the chunks that
    the question and each clue find are fused and packed until the budget is full.

    The original trains a model to keep a long text in a compressed key-value cache, and drafts from that.
    Here a text takes the cache's place: the gists, written and read by a prompted model, or statements
    quoted by rules. Search joins BM25 and cosine.

    Args:
        embedder: Makes the vectors.
        model: Compresses and recalls; quotes by default.
        chunk_tokens: Tokens per chunk.
        chunk_overlap: Tokens a chunk shares with the one before.
        name: What tables call it.
        clues: Whether the memory is asked; without, the question alone is searched.
        segment_chunks: Chunks per gist.
        compression: Tokens of a segment for each token of its gist.
    """

    name = "MemoRAG"
    abstractive = False

    def __init__(
        self,
        embedder: Embedder,
        model: MemoryModel | None = None,
        chunk_tokens: int = CHUNK_TOKENS,
        chunk_overlap: int = CHUNK_OVERLAP,
        *,
        name: str = name,
        clues: bool = True,
        segment_chunks: int = SEGMENT_CHUNKS,
        compression: int = COMPRESSION,
    ) -> None:
        super().__init__(embedder, chunk_tokens, chunk_overlap, segment_chunks)
        self.name = name
        self.memory: list[str] = []
        self._model = model or ExtractiveMemory(embedder)
        self._clues = clues
        self._chunk_tokens = chunk_tokens
        self._segment_chunks = segment_chunks
        self._limit = max(1, segment_chunks * (chunk_tokens - chunk_overlap) // compression)
        self._compressed = 0
        self._last_turn = -1

    @property
    def failures(self) -> int:
        """Questions that a model drafted no usable clues for."""
        return self._model.failures

    def build(self, chunks: Sequence[Chunk]) -> None:
        """Write the gists of the segments that came since the last time."""
        if not self._clues:
            return
        segments, last = [], self._last_turn
        for start in range(self._compressed, len(chunks), self._segment_chunks):
            segment = self._turns_after(chunks[start : start + self._segment_chunks], last)
            if segment:
                segments.append(segment)
                last = segment[-1].index
                self.cost.charge([turn.render() for turn in segment])
        for lines in self._model.compress(segments, self._limit):
            self.memory.extend(lines)
        self._compressed, self._last_turn = len(chunks), last

    def ranked(self, query: str, fresh: Sequence[Chunk], budget: int) -> Iterator[tuple[MemoryItem, int]]:
        """Yield the chunks that the question and the clues find, best first."""
        queries = [query]
        if self._clues:
            memory = [*self.memory, *(turn.render() for turn in self._turns_after(fresh, self._last_turn))]
            if memory:
                self.cost.charge([query, *memory])
                queries += [clue for clue in self._model.recall(memory, query).queries if clue != query]
        self.index.embed_queries(queries)
        pool = max(POOL, 2 * budget // self._chunk_tokens)
        rankings = [[hit.chunk.index for hit in self.index.fused(each, pool, pool)] for each in queries]
        found_by = best_queries(rankings)
        chunks = self.index.chunks
        for number, score in fuse_rankings(rankings):
            place = found_by[number]
            reason = f"clue: {queries[place]}" if place else "the question"
            item = chunk_item(self.index, chunks[number], score=score, reason=reason)
            if item is not None:
                yield item, number

    def _turns_after(self, chunks: Sequence[Chunk], last: int) -> list[Turn]:
        """Return the turns of the chunks beyond turn ``last``, in order."""
        turns = {turn.index: turn for chunk in chunks for turn in self.index.turns_of(chunk)}
        return [turn for index, turn in sorted(turns.items()) if index > last]
