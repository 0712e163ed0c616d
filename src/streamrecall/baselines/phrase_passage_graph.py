"""Phrases and passages as one graph, and the random walk over it (HippoRAG 2, sections 3.1 to 3.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from streamrecall.baselines.personalised_pagerank import personalised_pagerank
from streamrecall.baselines.phrase_key import phrase_key
from streamrecall.ports import Embedder
from streamrecall.records import Triple
from streamrecall.retrieval.dense import DenseIndex

CONTEXT_WEIGHT = 1.0
"""Of the edge between a passage and a phrase that it contains."""

_SHORTEST_SYNONYM = 3
"""Letters and digits that a phrase needs to have synonyms; shorter ones are near to anything."""


class PhrasePassageGraph:
    """Grows passage by passage; a passage that is added again and again later changes nothing before it.

    Edges have no direction. Two phrases are tied by each triple of both, a phrase and a passage by the
    triples stated there, and two phrases by the cosine of their vectors where that reaches the threshold.

    Args:
        embedder: Makes the vectors of the phrases.
        synonym_threshold: Least cosine of synonyms.
        synonym_mentions: Triples that a phrase needs before it is embedded and may have synonyms.
    """

    def __init__(self, embedder: Embedder, synonym_threshold: float, synonym_mentions: int = 1) -> None:
        self._embedder = embedder
        self._threshold = synonym_threshold
        self._synonym_mentions = synonym_mentions
        self._nodes: dict[str, int] = {}
        self._passages: list[int] = []
        self._passages_of: dict[int, int] = {}
        self._mentions: dict[int, int] = {}
        self._edges: dict[tuple[int, int], float] = {}
        self._facts: set[Triple] = set()
        self._due: dict[int, str] = {}
        self._vectors: DenseIndex | None = None
        self._vector_nodes: list[int] = []
        self._size = 0
        self._adjacency: csr_array | None = None

    def __len__(self) -> int:
        return len(self._passages)

    @property
    def edges(self) -> Mapping[tuple[int, int], float]:
        """Weights by the two nodes, the lower first."""
        return self._edges

    def node(self, phrase: str) -> int:
        """Return the node of a phrase.

        Raises:
            KeyError: If no triple had it.
        """
        return self._nodes[phrase_key(phrase)]

    def passages_with(self, node: int) -> int:
        """Return how many passages contain the phrase."""
        return self._passages_of[node]

    def extend(self, passages: Sequence[Sequence[Triple]]) -> None:
        """Add passages by their triples, in order; embeds the phrases that are due in one batch."""
        for triples in passages:
            contained: dict[int, None] = {}
            for triple in triples:
                ends = (self._phrase(triple.subject), self._phrase(triple.object))
                contained.update(dict.fromkeys(ends))
                if triple not in self._facts:
                    self._facts.add(triple)
                    self._mention(ends[0], triple.subject)
                    self._mention(ends[1], triple.object)
                    if ends[0] != ends[1]:
                        self._tie(ends[0], ends[1], 1.0)
            passage = self._new_node()
            self._passages.append(passage)
            for node in contained:
                self._passages_of[node] += 1
                self._tie(node, passage, CONTEXT_WEIGHT)
        self._tie_synonyms()
        self._adjacency = None

    def walk(
        self, phrases: Mapping[int, float], passages: npt.NDArray[np.float64], damping: float
    ) -> npt.NDArray[np.float64]:
        """Return the score of each passage.

        Args:
            phrases: Weight of a restart by phrase node.
            passages: The same by passage, shape (passages,).
            damping: Chance to walk on instead of restarting.
        """
        restart = np.zeros(self._size)
        restart[self._passages] = passages
        for node, weight in phrases.items():
            restart[node] += weight
        return personalised_pagerank(self._matrix(), restart, damping)[self._passages]

    def _matrix(self) -> csr_array:
        if self._adjacency is None:
            ends = np.array(list(self._edges), dtype=np.int64).reshape(-1, 2)
            weights = np.fromiter(self._edges.values(), dtype=np.float64, count=len(self._edges))
            one_way = csr_array((weights, (ends[:, 0], ends[:, 1])), shape=(self._size, self._size))
            self._adjacency = csr_array(one_way + one_way.T)
        return self._adjacency

    def _phrase(self, phrase: str) -> int:
        key = phrase_key(phrase)
        if key not in self._nodes:
            node = self._nodes[key] = self._new_node()
            self._passages_of[node] = self._mentions[node] = 0
        return self._nodes[key]

    def _mention(self, node: int, phrase: str) -> None:
        """Count a triple of the phrase, and note the phrase when its synonyms become due."""
        self._mentions[node] += 1
        long_enough = sum(character.isalnum() for character in phrase) >= _SHORTEST_SYNONYM
        if self._mentions[node] == self._synonym_mentions and long_enough:
            self._due[node] = phrase

    def _new_node(self) -> int:
        self._size += 1
        return self._size - 1

    def _tie(self, one: int, other: int, weight: float) -> None:
        pair = (min(one, other), max(one, other))
        self._edges[pair] = self._edges.get(pair, 0.0) + weight

    def _tie_synonyms(self) -> None:
        """Tie each phrase to the earlier ones that are near; one at a time, so that batches do not matter."""
        if not self._due:
            return
        if self._vectors is None:
            self._vectors = DenseIndex(self._embedder.dimension)
        for node, vector in zip(self._due, self._embedder.embed(list(self._due.values())), strict=True):
            cosines = self._vectors.similarities(vector)
            for row in np.flatnonzero(cosines >= self._threshold):
                self._tie(self._vector_nodes[row], node, float(cosines[row]))
            self._vectors.append(vector[np.newaxis])
            self._vector_nodes.append(node)
        self._due = {}
