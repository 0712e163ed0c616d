"""What was said before the window, searched at a cost that a very long chat can bear.

Every turn is indexed by its words, which is cheap. Comparing by meaning costs an embedding per chunk and
turn: a history of up to ``WHOLE_CHUNKS`` chunks is compared whole; of a longer one only the chunks that the
words of the window and of what is asked select, and the latest ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from streamrecall.catchup.tools import Tools
from streamrecall.records import Memory, Turn, Window
from streamrecall.remember.evidence_model import EvidenceModel, EvidenceWeights
from streamrecall.retrieval.stream_index import StreamIndex

WHOLE_CHUNKS = 96
POOL_CHUNKS = 64
_PER_QUERY = 24
_RECENT = 12


class ComparedTurns:
    """Turns that are compared by meaning: the evidence model over them, and on demand a memory.

    Args:
        tools: Embedder and memory.
    """

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._index = StreamIndex(tools.embedder)
        self._evidence = EvidenceModel(self._index, EvidenceWeights())

    def __len__(self) -> int:
        return len(self._index.turns)

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns; vectors wait for the first question."""
        self._index.observe(turns)
        self._evidence.observe(turns)

    def likely_evidence(self, query: str, session: str = "") -> list[tuple[Turn, float]]:
        """Return turns with their probability to hold what the query asks for, most likely first."""
        if not self._index.turns:
            return []
        chances = self._evidence.probabilities(query, session)
        ranked = sorted(chances, key=lambda index: (-chances[index], index))
        return [(self._index.turn(index), chances[index]) for index in ranked]

    def memory(self, window: Window, budget: int) -> Memory:
        """Return a memory of these turns for a window."""
        memory = self._tools.new_memory()
        memory.observe(self._index.turns)
        return memory.recall(window, budget)


class SearchedHistory:
    """The history of one conversation while it grows; ``observe`` costs the new turns alone.

    Args:
        tools: Embedder and memory.
        whole_chunks: Up to this many chunks the history is compared whole.
        pool_chunks: How many chunks of a longer one are compared.
    """

    def __init__(
        self, tools: Tools, *, whole_chunks: int = WHOLE_CHUNKS, pool_chunks: int = POOL_CHUNKS
    ) -> None:
        self._tools = tools
        self._whole_chunks = whole_chunks
        self._pool_chunks = pool_chunks
        self._index = StreamIndex(None)
        self._whole: ComparedTurns | None = ComparedTurns(tools)
        self._waiting: list[Turn] = []  # indexed by their words, not yet in _whole

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
        if self._whole is not None:
            self._waiting.extend(turns)

    def compare(self, queries: Sequence[str]) -> ComparedTurns:
        """Return the observed turns that may answer the queries, ready to be compared by meaning."""
        if self._whole is not None and len(self._index.chunks) > self._whole_chunks:
            self._whole, self._waiting = None, []
        if self._whole is None:
            pool = ComparedTurns(self._tools)
            pool.observe(self._select(queries))
            return pool
        self._whole.observe(self._waiting)
        self._waiting = []
        return self._whole

    def _select(self, queries: Sequence[str]) -> list[Turn]:
        """Return the turns of the chunks that share the rarest words with the queries, and the latest."""
        rankings = [[hit.chunk for hit in self._index.sparse(query, _PER_QUERY)] for query in queries]
        chosen = {chunk.index: chunk for chunk in self._index.chunks[-_RECENT:]}
        for rank in range(_PER_QUERY):
            for ranking in rankings:
                if rank < len(ranking) and len(chosen) < self._pool_chunks:
                    chosen.setdefault(ranking[rank].index, ranking[rank])
        turns = {turn.index: turn for chunk in chosen.values() for turn in self._index.turns_of(chunk)}
        return [turns[index] for index in sorted(turns)]
