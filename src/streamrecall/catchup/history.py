"""What was said before the window, searched at a cost that a very long chat can bear.

Every turn is indexed by its words, which is cheap. Comparing by meaning costs an embedding per chunk: a
history of up to ``WHOLE_CHUNKS`` chunks is compared whole; of a longer one only the chunks that the words of
the window and of its gaps select, and the latest ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from streamrecall.ports import GapDetector, StreamMemory
from streamrecall.records import Memory, Turn, Window
from streamrecall.retrieval.stream_index import StreamIndex

WHOLE_CHUNKS = 320
POOL_CHUNKS = 240
_PER_QUERY = 30
_RECENT = 24


@dataclass(frozen=True, slots=True)
class Recalled:
    """A memory for a window, and how many turns of its history were compared by meaning."""

    memory: Memory
    compared_turns: int


class SearchedHistory:
    """The history of one conversation while it grows; ``observe`` costs the new turns alone.

    Args:
        detector: Finds what a window leaves unsaid; its queries select from a long history.
        new_memory: Makes an empty memory.
        whole_chunks: Up to this many chunks the history is compared whole.
        pool_chunks: How many chunks of a longer one are compared.
    """

    def __init__(
        self,
        detector: GapDetector,
        new_memory: Callable[[], StreamMemory],
        *,
        whole_chunks: int = WHOLE_CHUNKS,
        pool_chunks: int = POOL_CHUNKS,
    ) -> None:
        self._detector = detector
        self._new_memory = new_memory
        self._whole_chunks = whole_chunks
        self._pool_chunks = pool_chunks
        self._index = StreamIndex(None)
        self._memory: StreamMemory | None = new_memory()
        self._waiting: list[Turn] = []  # indexed, not yet in the memory

    @property
    def turns(self) -> Sequence[Turn]:
        """The turns observed, in order."""
        return self._index.turns

    def turn(self, index: int) -> Turn:
        """Return the observed turn of that index.

        Raises:
            KeyError: If it was not observed.
        """
        return self._index.turn(index)

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns of the conversation."""
        self._index.observe(turns)
        if self._memory is not None:
            self._waiting.extend(turns)

    def recall(self, window: Window, budget: int) -> Recalled:
        """Return the memory for a window that follows everything observed."""
        if self._memory is not None and len(self._index.chunks) > self._whole_chunks:
            self._memory, self._waiting = None, []
        if self._memory is not None:
            self._memory.observe(self._waiting)
            self._waiting = []
            return Recalled(self._memory.recall(window, budget), len(self._index.turns))
        pool = self._select(window)
        memory = self._new_memory()
        memory.observe(pool)
        return Recalled(memory.recall(window, budget), len(pool))

    def _select(self, window: Window) -> list[Turn]:
        gaps = self._detector.detect(window)
        queries = [" ".join((gap.query, gap.quote, *gap.keywords)) for gap in gaps]
        rankings = [
            [hit.chunk for hit in self._index.sparse(query, _PER_QUERY)]
            for query in (window.render(), *queries)
        ]
        chosen = {chunk.index: chunk for chunk in self._index.chunks[-_RECENT:]}
        for rank in range(_PER_QUERY):
            for ranking in rankings:
                if rank < len(ranking) and len(chosen) < self._pool_chunks:
                    chosen.setdefault(ranking[rank].index, ranking[rank])
        turns = {turn.index: turn for chunk in chosen.values() for turn in self._index.turns_of(chunk)}
        return [turns[index] for index in sorted(turns)]
