"""HippoRAG 2: a random walk over phrases and passages (Gutierrez et al., 2025, section 3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from streamrecall.baselines.dense_places import in_dense_places
from streamrecall.baselines.passage import passage_of
from streamrecall.baselines.phrase_passage_graph import PhrasePassageGraph
from streamrecall.baselines.rebuilt_memory import RebuiltMemory
from streamrecall.baselines.steps.hipporag_2_steps import HippoRag2Steps
from streamrecall.ports import Embedder
from streamrecall.records import Chunk, MemoryItem, Triple
from streamrecall.retrieval.dense import DenseIndex
from streamrecall.retrieval.memory_items import chunk_item
from streamrecall.text.chunks import CHUNK_OVERLAP, CHUNK_TOKENS
from streamrecall.text.content_words import read_words


@dataclass(frozen=True, slots=True)
class HippoRag2Parameters:
    """The settings of the original, but for ``synonym_mentions``.

    Attributes:
        linked_facts: Triples that a question is linked to before the filter.
        linked_phrases: Phrases of the kept triples from which the walk starts.
        damping: Chance of the walk to go on.
        passage_weight: What the dense similarity of a passage counts as a place to start.
        synonym_threshold: Least cosine of two phrases that mean the same.
        synonym_mentions: Triples that a phrase needs before it is embedded and compared with others; 1 in the
            original, where each phrase costs a vector.
    """

    linked_facts: int = 5
    linked_phrases: int = 5
    damping: float = 0.5
    passage_weight: float = 0.05
    synonym_threshold: float = 0.8
    synonym_mentions: int = 2


class HippoRAG2Memory(RebuiltMemory):
    """Links the question to triples, keeps the relevant ones, and walks from their phrases to passages.

    Passages are the chunks. The graph grows with every complete chunk and nothing in it is ever made again,
    so there is no rebuilding; the unfinished chunk at the end has the place that dense search gives it.
    When the filter keeps no triple, passages come by dense search alone, as in the original.

    Args:
        embedder: Makes the vectors of passages, triples, phrases and questions.
        chunk_tokens: Tokens per chunk.
        chunk_overlap: Tokens a chunk shares with the one before.
        steps: What a language model does in the original; by rules by default.
        parameters: The settings of the original.
    """

    name = "HippoRAG 2"
    abstractive = False

    def __init__(
        self,
        embedder: Embedder,
        chunk_tokens: int = CHUNK_TOKENS,
        chunk_overlap: int = CHUNK_OVERLAP,
        *,
        steps: HippoRag2Steps | None = None,
        parameters: HippoRag2Parameters | None = None,
    ) -> None:
        super().__init__(embedder, chunk_tokens, chunk_overlap, rebuild_every=1)
        self.parameters = parameters or HippoRag2Parameters()
        self.steps = steps or HippoRag2Steps()
        self._chunk_tokens = chunk_tokens
        self._graph = PhrasePassageGraph(
            embedder, self.parameters.synonym_threshold, self.parameters.synonym_mentions
        )
        self._facts: dict[str, dict[Triple, None]] = {}
        self._fact_vectors: DenseIndex | None = None
        self._speakers: set[str] = set()

    def build(self, chunks: Sequence[Chunk]) -> None:
        """Add the chunks that are new since the last call to the graph."""
        passages = [passage_of(self.index, chunk) for chunk in chunks[len(self._graph) :]]
        extracted = self.steps.extractor.extract(passages)
        for passage, triples in zip(passages, extracted, strict=True):
            named = dict.fromkeys(phrase for triple in triples for phrase in (triple.subject, triple.object))
            self.cost.charge([passage.text])
            self.cost.charge([passage.text, *named])
            for turn in passage.turns:
                self._speakers |= read_words(turn.speaker).content
            for triple in triples:
                self._facts.setdefault(triple.render(), {})[triple] = None
        self._graph.extend(extracted)
        if self._facts and self._fact_vectors is None:
            self._fact_vectors = DenseIndex(self.embedder.dimension)
        if self._fact_vectors is not None and len(self._fact_vectors) < len(self._facts):
            self._fact_vectors.append(self.embedder.embed(list(self._facts)[len(self._fact_vectors) :]))

    def ranked(self, query: str, fresh: Sequence[Chunk], budget: int) -> Iterable[tuple[MemoryItem, int]]:
        """Return passages by the share of the walk's time spent there."""
        chunks = self.index.chunks
        covered = len(self._graph)
        hits = self.index.dense(query, len(chunks))
        dense = {hit.chunk.index: hit.score for hit in hits}
        kept = self._linked(query)
        scores = {number: score for number, score in dense.items() if number < covered}
        reason = "dense search: no triple kept"
        if kept:
            walked = self._walk(kept, np.array([dense[number] for number in range(covered)]))
            scores = dict(enumerate(walked.tolist()))
            reason = f"walk from {len(kept)} triples"
        ranking = sorted(scores, key=lambda number: (-scores[number], -dense[number], number))
        most = max(1, 2 * budget // self._chunk_tokens)
        for number in list(in_dense_places(dense, ranking, covered))[:most]:
            item = chunk_item(
                self.index, chunks[number], score=scores.get(number, dense[number]), reason=reason
            )
            if item is not None:
                yield item, number

    def _linked(self, query: str) -> dict[str, float]:
        """Return the kept triples with their similarity, scaled to [0, 1] over all triples."""
        if self._fact_vectors is None:
            return {}
        vector = self.embedder.embed([query], kind="query")[0]
        similarities = _scaled(self._fact_vectors.similarities(vector).astype(np.float64))
        best = np.argsort(-similarities, kind="stable")[: self.parameters.linked_facts]
        texts = list(self._facts)
        facts = [texts[place] for place in best]
        self.cost.charge([query, *facts])
        kept = self.steps.recognition.keep(query, facts, frozenset(self._speakers))
        return {facts[place]: float(similarities[best[place]]) for place in kept}

    def _walk(self, kept: Mapping[str, float], dense: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return each passage's score (section 3.4).

        A phrase starts the walk with the mean similarity of its kept triples over the passages it is in, so
        that one said everywhere counts little; a passage with its dense similarity times a small weight.
        """
        similarities: defaultdict[int, list[float]] = defaultdict(list)
        for fact, similarity in kept.items():
            ends = {
                self._graph.node(phrase): None
                for triple in self._facts[fact]
                for phrase in (triple.subject, triple.object)
            }
            for node in ends:
                similarities[node].append(similarity / self._graph.passages_with(node))
        weights = {node: sum(values) / len(values) for node, values in similarities.items()}
        best = sorted(weights, key=lambda node: (-weights[node], node))[: self.parameters.linked_phrases]
        return self._graph.walk(
            {node: weights[node] for node in best},
            self.parameters.passage_weight * _scaled(dense),
            self.parameters.damping,
        )


def _scaled(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Map the lowest value to 0 and the highest to 1; equal values all to 1."""
    low, high = values.min(), values.max()
    return (values - low) / (high - low) if high > low else np.ones_like(values)
