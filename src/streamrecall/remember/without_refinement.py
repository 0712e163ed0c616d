"""Ablation: without chunk refinement (Table 4): retrieved chunks enter the memory whole."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from streamrecall.ports import Embedder, GapDetector
from streamrecall.records import Cue, Memory, Turn
from streamrecall.remember.memory import MAX_GAPS, cue_gaps, retained_chunks
from streamrecall.retrieval.memory_items import chunk_item
from streamrecall.retrieval.packing import MemoryPacker
from streamrecall.retrieval.stream_index import StreamIndex
from streamrecall.text.chunks import CHUNK_OVERLAP, CHUNK_TOKENS


class ReMEMBERWithoutRefinement:
    """Retrieves per gap and stores the fused chunks themselves, the d-th of every gap in round d.

    Args:
        embedder: Makes the vectors.
        detector: Finds the gaps of a window.
        max_gaps: Uses only so many gaps, the most confident ones; None for all.
        chunk_tokens: Tokens per chunk.
        chunk_overlap: Tokens a chunk shares with the one before.
    """

    name = "ReMEMBER w/o chunk refinement"

    def __init__(
        self,
        embedder: Embedder,
        detector: GapDetector,
        *,
        max_gaps: int | None = MAX_GAPS,
        chunk_tokens: int = CHUNK_TOKENS,
        chunk_overlap: int = CHUNK_OVERLAP,
    ) -> None:
        self.detector = detector
        self.max_gaps = max_gaps
        self._chunk_tokens = chunk_tokens
        self._index = StreamIndex(embedder, chunk_tokens, chunk_overlap)

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns to the index; vectors wait for the next recall."""
        self._index.observe(turns)

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return the chunks that answer the cue's gap queries; one that does not fit is passed over.

        Raises:
            LookAheadError: If turns at or beyond the cue's horizon were observed.
        """
        self._index.require_horizon(cue)
        gaps = cue_gaps(cue, self.detector)[: self.max_gaps]
        packer = MemoryPacker(self.name, budget)
        self._index.embed_queries([gap.query for gap in gaps])
        kept = retained_chunks(budget, self._chunk_tokens)
        ranked = [self._index.fused(gap.query, kept) for gap in gaps]
        for this_round in zip_longest(*ranked):
            for gap, hit in zip(gaps, this_round, strict=True):
                if hit is None:
                    continue
                item = chunk_item(
                    self._index, hit.chunk, score=hit.score, reason=f"evidence for: {gap.quote}"
                )
                if item is not None:
                    packer.offer(item, position=hit.chunk.index)
        return packer.build(gaps)
