"""GraphRAG: a graph of entities, reports on its communities, local and global search (Edge et al., 2024)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

import numpy as np

from streamrecall.baselines.dense_places import in_dense_places
from streamrecall.baselines.graph_rag_index import GraphRagIndex, GraphRagIndexer
from streamrecall.baselines.kept_vectors import KeptVectors
from streamrecall.baselines.passage import passage_of
from streamrecall.baselines.rebuilt_memory import REBUILD_EVERY, RebuiltMemory
from streamrecall.baselines.steps.community_reports import CommunityReport, numbered
from streamrecall.baselines.steps.graph_rag_steps import GraphRagSteps
from streamrecall.baselines.steps.sourced_text import SourcedText
from streamrecall.ports import Embedder, Vectors
from streamrecall.records import Chunk, MemoryItem
from streamrecall.retrieval.memory_items import chunk_item
from streamrecall.text.chunks import CHUNK_OVERLAP, CHUNK_TOKENS
from streamrecall.text.tokens import count_tokens

Ranked = Iterator[tuple[MemoryItem, int]]


@dataclass(frozen=True, slots=True)
class GraphRagParameters:
    """The settings of the original's paper and program.

    Attributes:
        mode: ``local`` answers questions about particular entities, ``global`` those about the stream as a
            whole. The original leaves the choice to who asks; questions here ask for particulars.
        matched_entities: Entities that a question is matched to; the original's program asks its vector store
            for twice ten. Entities of one and the same description count once.
        relations_per_entity: Relations to entities that were not matched, for each one that was.
        community_share: Part of the budget that local search gives to reports.
        chunk_share: Part that it gives to chunks at least; the rest is for entities and relations.
        largest_community: Entities up to which a community is not split.
        deepest_level: Finest level of communities that searches read.
        report_tokens: Tokens of the texts that a report is written from.
        batch_tokens: Tokens of the reports that one call of global search reads.
        seed: Of the search for communities and of the order in which global search reads reports.
    """

    mode: Literal["local", "global"] = "local"
    matched_entities: int = 20
    relations_per_entity: int = 10
    community_share: float = 0.15
    chunk_share: float = 0.5
    largest_community: int = 10
    deepest_level: int = 2
    report_tokens: int = 2048
    batch_tokens: int = 4096
    seed: int = 0


class GraphRAGMemory(RebuiltMemory):
    """Local search packs reports, entities, relations and chunks around the entities a question is near to.

    Global search rates points of all reports and packs the best. Both fill what is left: local search with
    more chunks and relations, global search with the newer chunks that no report covers.

    The original orders the chunks of matched entities by entity; here they go by their own similarity, since
    an entity of a long dialogue is in many chunks. An entity is embedded by its description, after its name
    where that does not stand in it. Claims are not extracted; the original's default leaves them out too.

    Args:
        embedder: Makes the vectors of chunks, entities and questions.
        chunk_tokens: Tokens per chunk.
        chunk_overlap: Tokens a chunk shares with the one before.
        rebuild_every: Chunks between two graphs.
        steps: What a language model does in the original; by rules by default.
        parameters: The settings of the original.
        name: The name in tables; ``GraphRAG``, with ``(global)`` for global search, by default.
    """

    def __init__(
        self,
        embedder: Embedder,
        chunk_tokens: int = CHUNK_TOKENS,
        chunk_overlap: int = CHUNK_OVERLAP,
        rebuild_every: int = REBUILD_EVERY,
        *,
        steps: GraphRagSteps | None = None,
        parameters: GraphRagParameters | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(embedder, chunk_tokens, chunk_overlap, rebuild_every)
        self.parameters = parameters or GraphRagParameters()
        is_local = self.parameters.mode == "local"
        self.name = name or ("GraphRAG" if is_local else "GraphRAG (global)")
        self.steps = steps or GraphRagSteps()
        self._chunk_tokens = chunk_tokens
        reads_reports = not is_local or self.parameters.community_share > 0
        self._indexer = GraphRagIndexer(
            self.steps,
            self.cost,
            largest_community=self.parameters.largest_community if reads_reports else None,
            report_tokens=self.parameters.report_tokens,
            seed=self.parameters.seed,
        )
        self._graph: GraphRagIndex | None = None
        self._vectors = KeptVectors(embedder)
        self._entity_texts: list[str] = []
        self._entity_vectors: Vectors | None = None

    def build(self, chunks: Sequence[Chunk]) -> None:
        """Add the chunks that are new since the last call to the graph and find its communities again."""
        new = [passage_of(self.index, chunk) for chunk in chunks[self._indexer.read :]]
        self._graph = self._indexer.extend(new)
        if self.parameters.mode == "local" and self._graph.descriptions:
            entities = self._graph.graph.entities
            described = zip(entities, self._graph.descriptions, strict=True)
            self._entity_texts = [_entity_text(entity.name, texts) for entity, texts in described]
            self._entity_vectors = self._vectors.rows(self._entity_texts)
            self._vectors.keep_only(self._entity_texts)

    def ranked(self, query: str, fresh: Sequence[Chunk], budget: int) -> Iterable[tuple[MemoryItem, int]]:
        """Return what the search of the chosen mode finds."""
        if self._graph is None:
            return self._chunks(query, set(), budget)
        if self.parameters.mode == "global":
            return self._global(query, self._graph, fresh)
        return self._local(query, self._graph, budget)

    def _local(self, query: str, index: GraphRagIndex, budget: int) -> Ranked:
        matched = self._matched(query)
        shares = self.parameters
        local_share = max(0.0, 1 - shares.community_share - shares.chunk_share)
        yield from _at_most(self._report_items(index, list(matched)), shares.community_share * budget)
        around = list(self._around(index, matched))
        yield from _at_most(around, local_share * budget)
        linked = {passage for entity in matched for passage in index.graph.entities[entity].passages}
        yield from self._chunks(query, linked, budget)
        yield from ((item, 0) for item in around)

    def _matched(self, query: str) -> dict[int, float]:
        """Return the entities whose descriptions are nearest to the question, with the cosine."""
        if self._entity_vectors is None:
            return {}
        similarities = self._entity_vectors @ self.embedder.embed([query], kind="query")[0]
        matched: dict[str, int] = {}
        for entity in np.argsort(-similarities, kind="stable").tolist():
            matched.setdefault(self._entity_texts[entity], entity)
            if len(matched) == self.parameters.matched_entities:
                break
        return {entity: float(similarities[entity]) for entity in matched.values()}

    def _report_items(self, index: GraphRagIndex, matched: Sequence[int]) -> Iterator[MemoryItem]:
        """Yield reports: of the communities with most matched entities first, then by rating."""
        finest = index.finest(self.parameters.deepest_level)
        counts = Counter(finest[entity] for entity in matched if entity in finest)
        found = [
            (-count, -report.rating, place, report)
            for place, count in counts.items()
            if (report := index.reports[place]) is not None
        ]
        for *_, report in sorted(found, key=lambda entry: entry[:3]):
            for text in report.texts:
                yield from text.items(report.rating, f"report: {report.title}")

    def _around(self, index: GraphRagIndex, matched: dict[int, float]) -> Iterator[MemoryItem]:
        """Yield descriptions of the matched entities, then of relations, those among them first."""
        graph = index.graph
        for entity, similarity in matched.items():
            for text in index.descriptions[entity]:
                yield from text.items(similarity, f"entity: {graph.entities[entity].name}")
        touching = [ends for ends in graph.relations if ends[0] in matched or ends[1] in matched]
        outside = Counter(end for ends in touching for end in ends if end not in matched)

        def rank(ends: tuple[int, int]) -> tuple[int, int, tuple[int, int]]:
            links = max((outside[end] for end in ends if end not in matched), default=0)
            return (-links, -graph.combined_degree(ends), ends)

        among = sorted((ends for ends in touching if matched.keys() >= set(ends)), key=rank)
        beyond = sorted((ends for ends in touching if not matched.keys() >= set(ends)), key=rank)
        for ends in [*among, *beyond[: self.parameters.relations_per_entity * len(matched)]]:
            for text in index.relations[ends]:
                yield from text.items(reason=f"relation: {graph.relations[ends].name}")

    def _chunks(self, query: str, linked: set[int], budget: int) -> Ranked:
        """Yield chunks, twice as many as fit: those of matched entities by similarity, then the others."""
        chunks = self.index.chunks
        dense = {hit.chunk.index: hit.score for hit in self.index.dense(query, len(chunks))}
        near = (number for number in dense if number in linked)
        order = list(in_dense_places(dense, near, self._indexer.read))
        for number in order[: max(1, 2 * budget // self._chunk_tokens)]:
            reason = "text of a matched entity" if number in linked else "dense search"
            item = chunk_item(self.index, chunks[number], score=dense[number], reason=reason)
            if item is not None:
                yield item, number

    def _global(self, query: str, index: GraphRagIndex, fresh: Sequence[Chunk]) -> Ranked:
        """Yield the points of all reports, most helpful first; those of no help are left out."""
        places = sorted(set(index.finest(self.parameters.deepest_level).values()))
        reports = [report for place in places if (report := index.reports[place]) is not None]
        Random(self.parameters.seed).shuffle(reports)
        batches = list(_batches(reports, self.parameters.batch_tokens))
        for batch in batches:
            self.cost.charge([query, numbered(batch)])
        points = [point for point in self.steps.rater.rate(query, batches) if point.score > 0]
        for point in sorted(points, key=lambda point: -point.score):
            for item in point.said.items(point.score, f"point of report: {point.title}"):
                yield item, 0
        numbers = {chunk.index for chunk in fresh}
        for hit in self.index.dense(query, len(self.index.chunks)):
            if hit.chunk.index in numbers:
                newer = chunk_item(self.index, hit.chunk, score=hit.score, reason="newer than the reports")
                if newer is not None:
                    yield newer, hit.chunk.index


def _entity_text(name: str, description: tuple[SourcedText, ...]) -> str:
    text = " ".join(part.text for part in description)
    return text if name in text else f"{name}: {text}"


def _at_most(items: Iterable[MemoryItem], tokens: float) -> Ranked:
    """Yield the leading items that stay within the tokens together, each text once."""
    given: set[tuple[int, str]] = set()
    for item in items:
        if (item.first_turn, item.text) in given:
            continue
        tokens -= item.tokens
        if tokens < 0:
            return
        given.add((item.first_turn, item.text))
        yield item, 0


def _batches(reports: Iterable[CommunityReport], tokens: int) -> Iterator[list[CommunityReport]]:
    """Yield runs of reports of at most so many tokens; a larger report stands alone."""
    batch: list[CommunityReport] = []
    used = 0
    for report in reports:
        cost = count_tokens(numbered([report]))
        if batch and used + cost > tokens:
            yield batch
            batch, used = [], 0
        batch.append(report)
        used += cost
    if batch:
        yield batch
