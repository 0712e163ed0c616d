"""RAPTOR: a tree of summaries of similar passages, searched at all levels (Sarthi et al., 2024)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from streamrecall.baselines.kept_vectors import KeptVectors
from streamrecall.baselines.rebuilt_memory import REBUILD_EVERY, RebuiltMemory
from streamrecall.baselines.soft_clustering import SoftClustering
from streamrecall.baselines.steps.cluster_summaries import (
    ClusterSummarizer,
    ExtractiveClusterSummarizer,
    Passages,
)
from streamrecall.baselines.turn_sentences import TurnSentence, turn_sentences
from streamrecall.ports import Embedder
from streamrecall.records import Chunk, MemoryItem, Turn
from streamrecall.retrieval.memory_items import chunk_item
from streamrecall.text.chunks import CHUNK_OVERLAP, CHUNK_TOKENS
from streamrecall.text.tokens import count_tokens

SUMMARY_TOKENS = 128
MOST_LAYERS = 5

_BEGINNING = 24
"""Characters of a sentence by which it is found in a chunk of its turn."""

Search = Literal["collapsed", "traversal"]


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A chunk or a summary.

    Attributes:
        text: What is embedded, and what the layer above summarises.
        tokens: Its cost.
        items: What it hands over: the chunk, or the sentences of the summary.
        sentences: What an extract of it may take over.
        turns: The turns it rests on, in order.
        layer: 0 for a chunk; a summary stands one above what it summarises.
        children: Positions in the tree's list of nodes.
        position: Orders chunks of the same first turn.
    """

    text: str
    tokens: int
    items: tuple[MemoryItem, ...]
    sentences: tuple[TurnSentence, ...]
    turns: tuple[Turn, ...]
    layer: int = 0
    children: tuple[int, ...] = ()
    position: int = 0


class RaptorMemory(RebuiltMemory):
    """Summarises clusters of chunks, then clusters of summaries, and searches chunks and summaries alike.

    Section 3: chunks are clustered softly by Gaussian mixtures (``SoftClustering``), each cluster is
    summarised and embedded, and so on with the summaries while a layer has more nodes than the mixtures have
    dimensions, for at most ``layers`` layers. ``collapsed`` ranks all nodes by cosine with the question;
    ``traversal`` goes down from the top layer along the ``breadth`` nearest nodes of each, and what budget
    it leaves is filled by the collapsed ranking. An extracted summary hands over its sentences, each with
    its turn; sentences of a turn that a chosen chunk quotes whole are left out.

    The paper's tree stands over a finished text. Here it is made anew as ``RebuiltMemory`` says, and newer
    chunks are leaves without a place in it.

    Args:
        embedder: Makes the vectors.
        summarizer: Writes the summaries.
        chunk_tokens: Tokens per chunk.
        chunk_overlap: Tokens a chunk shares with the one before.
        rebuild_every: Chunks between two trees.
        clustering: How nodes are grouped.
        summary_tokens: Size of a summary.
        layers: Most layers of summaries; 0 leaves the chunks alone.
        search: How the tree is searched.
        breadth: Nodes chosen per layer by ``traversal``.
        name: What tables call it.
    """

    name = "RAPTOR"

    def __init__(
        self,
        embedder: Embedder,
        summarizer: ClusterSummarizer | None = None,
        *,
        chunk_tokens: int = CHUNK_TOKENS,
        chunk_overlap: int = CHUNK_OVERLAP,
        rebuild_every: int = REBUILD_EVERY,
        clustering: SoftClustering | None = None,
        summary_tokens: int = SUMMARY_TOKENS,
        layers: int = MOST_LAYERS,
        search: Search = "collapsed",
        breadth: int = 5,
        name: str = name,
    ) -> None:
        super().__init__(embedder, chunk_tokens, chunk_overlap, rebuild_every)
        self.name = name
        self.summarizer = summarizer or ExtractiveClusterSummarizer()
        self.abstractive = not self.summarizer.quotes
        self.clustering = clustering or SoftClustering()
        self.nodes: list[TreeNode] = []
        self.unsummarised = 0
        self._summary_tokens = summary_tokens
        self._layers = layers
        self._search = search
        self._breadth = breadth
        self._vectors = KeptVectors(embedder)
        self._sentences: dict[int, tuple[TurnSentence, ...]] = {}

    def build(self, chunks: Sequence[Chunk]) -> None:
        """Make the tree over the chunks; ``unsummarised`` counts clusters with nothing to tell."""
        self.nodes = self._leaves(chunks)
        self.unsummarised = 0
        layer = list(range(len(self.nodes)))
        for height in range(1, self._layers + 1):
            if len(layer) <= self.clustering.dimensions + 1:
                break
            below = [self.nodes[place] for place in layer]
            clusters = self.clustering(
                self._vectors.rows([node.text for node in below]), [node.tokens for node in below]
            )
            if len(clusters) >= len(layer):
                break
            members = [tuple(layer[place] for place in cluster) for cluster in clusters]
            layer = self._summarise(members, height)

    def ranked(self, query: str, fresh: Sequence[Chunk], budget: int) -> Iterable[tuple[MemoryItem, int]]:
        """Return what the nodes hand over, the node nearest to the question first."""
        nodes = [*self.nodes, *self._leaves(fresh)]
        if not nodes:
            return
        vector = self.embedder.embed([query], kind="query")[0]
        scores = self._vectors.rows([node.text for node in nodes]) @ vector
        self._vectors.keep_only([node.text for node in nodes])
        order = np.argsort(-scores, kind="stable").tolist()
        if self._search == "traversal":
            order = list(dict.fromkeys([*self._traversed(scores), *order]))
        for place in order:
            node, score = nodes[place], float(scores[place])
            reason = f"summary in layer {node.layer}" if node.layer else "chunk"
            for item in node.items:
                yield replace(item, score=score, reason=reason), node.position

    def _summarise(self, members: Sequence[tuple[int, ...]], height: int) -> list[int]:
        """Add the summary of each cluster to the nodes and return where they stand."""
        passages = [self._passages(cluster) for cluster in members]
        for each in passages:
            self.cost.charge(each.texts)
        added: list[int] = []
        summaries = self.summarizer.summarize(passages, self._summary_tokens)
        for cluster, given, items in zip(members, passages, summaries, strict=True):
            if not items:
                self.unsummarised += 1
                continue
            text = "\n".join(item.text for item in items)
            kept = {(item.first_turn, item.text) for item in items}
            sentences = tuple(s for s in given.sentences if (s.item.first_turn, s.item.text) in kept)
            told = {turn_id for item in items for turn_id in item.turn_ids}
            turns = tuple(turn for turn in given.turns if turn.turn_id in told)
            added.append(len(self.nodes))
            self.nodes.append(
                TreeNode(text, count_tokens(text + "\n"), tuple(items), sentences, turns, height, cluster)
            )
        return added

    def _passages(self, cluster: Sequence[int]) -> Passages:
        nodes = sorted((self.nodes[place] for place in cluster), key=lambda node: node.items[0].first_turn)
        turns = {turn.index: turn for node in nodes for turn in node.turns}
        sentences = {
            (each.item.first_turn, each.item.text): each for node in nodes for each in node.sentences
        }
        in_order = sorted(sentences.values(), key=lambda each: each.item.first_turn)
        return Passages(
            tuple(node.text for node in nodes),
            tuple(in_order),
            tuple(turns[index] for index in sorted(turns)),
        )

    def _traversed(self, scores: npt.NDArray[np.float32]) -> Iterator[int]:
        """Go down from the top layer, always to the nearest children of what was chosen (Figure 2)."""
        top = max((node.layer for node in self.nodes), default=0)
        layer = [place for place, node in enumerate(self.nodes) if node.layer == top]
        while layer:
            chosen = sorted(layer, key=lambda place: (-scores[place], place))[: self._breadth]
            yield from chosen
            layer = list(dict.fromkeys(child for place in chosen for child in self.nodes[place].children))

    def _leaves(self, chunks: Iterable[Chunk]) -> list[TreeNode]:
        """Return a node per chunk; a chunk of blanks alone has none."""
        items = ((chunk, chunk_item(self.index, chunk)) for chunk in chunks)
        return [self._leaf(chunk, item) for chunk, item in items if item is not None]

    def _leaf(self, chunk: Chunk, item: MemoryItem) -> TreeNode:
        shares = [share for share in self.index.shares(chunk) if share[0].turn_id in item.turn_ids]
        return TreeNode(
            text=chunk.text,
            tokens=chunk.tokens,
            items=(item,),
            sentences=tuple(
                each
                for turn, _, tokens in shares
                for each in self._sentences_of(turn)
                if tokens <= chunk.tokens or _begins_in(each, item.text)
            ),
            turns=tuple(turn for turn, *_ in shares),
            position=chunk.index,
        )

    def _sentences_of(self, turn: Turn) -> tuple[TurnSentence, ...]:
        if turn.index not in self._sentences:
            self._sentences[turn.index] = tuple(turn_sentences(turn))
        return self._sentences[turn.index]


def _begins_in(sentence: TurnSentence, text: str) -> bool:
    """Whether a sentence of a turn that is longer than a chunk stands in this one, maybe cut at its end."""
    return sentence.said[:_BEGINNING] in text
