"""RQ-RAG: the query is refined along a tree of trajectories (Chan et al., 2024; ProStream, section 6.1)."""

from __future__ import annotations

from collections.abc import Sequence

from streamrecall.baselines.found_by import best_queries
from streamrecall.baselines.refinement_tree import (
    Ranking,
    Selection,
    Trajectory,
    choose_trajectories,
    fuse_trajectories,
    grow_trajectories,
)
from streamrecall.baselines.steps.query_refinement import QueryRefiner
from streamrecall.baselines.steps.rule_based_refiner import RuleBasedRefiner
from streamrecall.models.cost_meter import CostMeter
from streamrecall.ports import Embedder
from streamrecall.records import Cue, Memory, Turn
from streamrecall.retrieval.cue_query import cue_query
from streamrecall.retrieval.memory_items import chunk_item
from streamrecall.retrieval.packing import MemoryPacker
from streamrecall.retrieval.stream_index import POOL, StreamIndex
from streamrecall.text.chunks import CHUNK_OVERLAP, CHUNK_TOKENS

DEPTH = 2


class RqRagMemory:
    """Searches with the question, refines it in every way, searches again, and keeps the best path's finds.

    Each path of the tree retrieves at every step. The chosen paths' rankings are fused and their chunks
    packed until the budget is full.

    The original is one trained model that writes a special token for each action and whose token
    probabilities choose the path (by confidence, ensemble or perplexity). Here an untrained model is
    prompted once for each action and once for a draft answer with its confidence; perplexity, which needs
    token probabilities, is left out. The question itself is searched first, and search joins BM25 and
    cosine where the original asks a web search engine.

    Args:
        embedder: Makes the vectors.
        refiner: Makes queries and drafts; rules by default.
        chunk_tokens: Tokens per chunk.
        chunk_overlap: Tokens a chunk shares with the one before.
        name: What tables call it.
        depth: Refinements on a path; 0 searches with the question alone.
        selection: How paths are chosen.
    """

    name = "RQ-RAG"

    def __init__(
        self,
        embedder: Embedder,
        refiner: QueryRefiner | None = None,
        chunk_tokens: int = CHUNK_TOKENS,
        chunk_overlap: int = CHUNK_OVERLAP,
        *,
        name: str = name,
        depth: int = DEPTH,
        selection: Selection = "ensemble",
    ) -> None:
        self.name = name
        self.index = StreamIndex(embedder, chunk_tokens, chunk_overlap)
        self.cost = CostMeter()
        self._refiner = refiner or RuleBasedRefiner()
        self._chunk_tokens = chunk_tokens
        self._depth = depth
        self._selection: Selection = selection

    @property
    def failures(self) -> int:
        """Refinements and drafts that a model gave no usable reply for."""
        return self._refiner.failures

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns of the dialogue, in order."""
        self.index.observe(turns)

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return the chunks that the chosen paths found.

        Raises:
            LookAheadError: If turns at or beyond the cue's horizon were observed.
        """
        self.index.require_horizon(cue)
        packer = MemoryPacker(self.name, budget)
        query, chunks = cue_query(cue), self.index.chunks
        pool = max(POOL, 2 * budget // self._chunk_tokens)
        if budget > 0 and chunks and query.strip():
            trajectories = grow_trajectories(
                query,
                self._refiner,
                lambda queries: self._search(queries, pool),
                lambda number: chunks[number].text,
                depth=self._depth,
                cost=self.cost,
            )
            chosen = choose_trajectories(trajectories, self._selection)
            reasons = _reasons(chosen)
            for number, score in fuse_trajectories(chosen):
                item = chunk_item(self.index, chunks[number], score=score, reason=reasons[number])
                if item is not None:
                    packer.offer(item, number)
        return packer.build()

    def _search(self, queries: Sequence[str], pool: int) -> list[Ranking]:
        self.index.embed_queries(queries)
        return [tuple(hit.chunk.index for hit in self.index.fused(query, pool, pool)) for query in queries]


def _reasons(trajectories: Sequence[Trajectory]) -> dict[int, str]:
    """Return the query that ranks each passage best; the question itself is named and not repeated."""
    rankings = {
        query: ranking
        for path in trajectories
        for query, ranking in zip(path.queries, path.rankings, strict=True)
    }
    queries = list(rankings)
    return {
        number: f"query: {queries[place]}" if place else "the question"
        for number, place in best_queries(list(rankings.values())).items()
    }
