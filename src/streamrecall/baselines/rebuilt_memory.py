"""What the memories share that organise the whole history at once: when they do it again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from streamrecall.models.cost_meter import CostMeter
from streamrecall.ports import Embedder
from streamrecall.records import Chunk, Cue, Memory, MemoryItem, Turn
from streamrecall.retrieval.cue_query import cue_query
from streamrecall.retrieval.packing import MemoryPacker
from streamrecall.retrieval.stream_index import StreamIndex
from streamrecall.text.chunks import CHUNK_OVERLAP, CHUNK_TOKENS

REBUILD_EVERY = 32


class RebuiltMemory(ABC):
    """Chunks of the stream, and a structure over the first so many of them.

    Batch methods read a finished text. Here the text grows: the structure stands over the largest multiple
    of ``rebuild_every`` complete chunks, and is made when a question first needs it. Newer chunks have no
    place in it yet and are searched as they are. So what a question finds depends on the turns before it
    alone, not on how they were batched or on what was asked before.

    Args:
        embedder: Makes the vectors.
        chunk_tokens: Tokens per chunk.
        chunk_overlap: Tokens a chunk shares with the one before.
        rebuild_every: Chunks between two structures; 1 rebuilds for every complete chunk.
    """

    name: str
    abstractive = True

    def __init__(
        self,
        embedder: Embedder,
        chunk_tokens: int = CHUNK_TOKENS,
        chunk_overlap: int = CHUNK_OVERLAP,
        rebuild_every: int = REBUILD_EVERY,
    ) -> None:
        if rebuild_every < 1:
            raise ValueError(f"rebuild_every must be at least 1 chunk, got {rebuild_every}")
        self.embedder = embedder
        self.index = StreamIndex(embedder, chunk_tokens, chunk_overlap)
        self.cost = CostMeter()
        self._rebuild_every = rebuild_every
        self._built = 0

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns of the dialogue, in order; organises nothing."""
        self.index.observe(turns)

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return what the method finds for the cue, best first while it fits, in the order of the stream.

        Raises:
            LookAheadError: If turns at or beyond the cue's horizon were observed.
        """
        self.index.require_horizon(cue)
        packer = MemoryPacker(self.name, budget, abstractive=self.abstractive)
        chunks = self.index.chunks
        complete = sum(chunk.complete for chunk in chunks)
        due = complete - complete % self._rebuild_every
        if due > self._built:
            with self.cost.building():
                self.build(chunks[:due])
            self._built = due
        query = cue_query(cue)
        if budget > 0 and chunks and query.strip():
            for item, position in self.ranked(query, chunks[self._built :], budget):
                packer.offer(item, position)
        return packer.build()

    @abstractmethod
    def build(self, chunks: Sequence[Chunk]) -> None:
        """Organise the first chunks of the stream, all complete; the result depends on them alone.

        A method that grows its structure may keep what it made for the chunks of the last call, as long as
        the outcome is that of building them ``rebuild_every`` at a time from the start.
        """

    @abstractmethod
    def ranked(self, query: str, fresh: Sequence[Chunk], budget: int) -> Iterable[tuple[MemoryItem, int]]:
        """Return items, best first, each with its place among items of the same first turn.

        Args:
            query: The question, or the rendered window; never blank.
            fresh: Chunks that the structure does not cover, the unfinished one last.
            budget: Tokens there is room for.
        """
