"""ReMEMBER in the paper's form: missing-evidence memory construction (section 4)."""

from __future__ import annotations

from collections.abc import Sequence

from streamrecall.ports import Embedder, GapDetector
from streamrecall.records import Cue, DetectedGap, Memory, Turn, Window
from streamrecall.remember.accumulation import Rounds, accumulate
from streamrecall.remember.queries import question_gap
from streamrecall.remember.refinement import extract_turns
from streamrecall.retrieval.packing import MemoryPacker
from streamrecall.retrieval.stream_index import StreamIndex
from streamrecall.text.chunks import CHUNK_OVERLAP, CHUNK_TOKENS

MAX_GAPS = 4


class ReMEMBER:
    """Detects gaps, retrieves chunks for each, extracts turns and accumulates them round by round.

    Per gap: the 30 best chunks of BM25 and of dense search, fused by reciprocal rank (k = 60), of which
    the K = budget / chunk size best are split into turns; turns are ranked by their cosine with the gap
    query. A question is its own gap query.

    Args:
        embedder: Makes the vectors.
        detector: Finds the gaps of a window.
        max_gaps: Uses only so many gaps, the most confident ones; None for all.
        rounds: What accumulation does with a turn that does not fit.
        chunk_tokens: Tokens per chunk.
        chunk_overlap: Tokens a chunk shares with the one before.
    """

    name = "ReMEMBER"

    def __init__(
        self,
        embedder: Embedder,
        detector: GapDetector,
        *,
        max_gaps: int | None = MAX_GAPS,
        rounds: Rounds = "pass over",
        chunk_tokens: int = CHUNK_TOKENS,
        chunk_overlap: int = CHUNK_OVERLAP,
    ) -> None:
        self.detector = detector
        self.max_gaps = max_gaps
        self.rounds: Rounds = rounds
        self._chunk_tokens = chunk_tokens
        self._index = StreamIndex(embedder, chunk_tokens, chunk_overlap)

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns to the index; vectors wait for the next recall."""
        self._index.observe(turns)

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return the turns that answer the cue's gap queries, in the order of the stream.

        Raises:
            LookAheadError: If turns at or beyond the cue's horizon were observed.
        """
        self._index.require_horizon(cue)
        gaps = cue_gaps(cue, self.detector)[: self.max_gaps]
        packer = MemoryPacker(self.name, budget)
        self._index.embed_queries([gap.query for gap in gaps])
        rankings = []
        for gap in gaps:
            hits = self._index.fused(gap.query, retained_chunks(budget, self._chunk_tokens))
            rankings.append((gap, extract_turns(self._index, gap.query, hits)))
        accumulate(packer, self._index, rankings, self.rounds)
        return packer.build(gaps)


def cue_gaps(cue: Cue, detector: GapDetector) -> tuple[DetectedGap, ...]:
    """Return the gaps of a window, or a question as its own gap."""
    return detector.detect(cue) if isinstance(cue, Window) else (question_gap(cue),)


def retained_chunks(budget: int, chunk_tokens: int) -> int:
    """Return K, the chunks kept per gap: the budget divided by the chunk size, at least one."""
    return max(1, budget // chunk_tokens)
