"""The graph, its communities and their reports; no step is taken twice (GraphRAG, section 3.1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from streamrecall.baselines.entity_graph import Element, EntityGraph, entity_graph
from streamrecall.baselines.leiden_communities import Community, leiden_communities
from streamrecall.baselines.passage import Passage
from streamrecall.baselines.steps.community_reports import CommunityReport, ReportTask
from streamrecall.baselines.steps.graph_elements import GraphElements
from streamrecall.baselines.steps.graph_rag_steps import GraphRagSteps
from streamrecall.baselines.steps.sourced_text import SourcedText, leading_texts
from streamrecall.models.cost_meter import CostMeter
from streamrecall.text.tokens import count_tokens

Texts = tuple[SourcedText, ...]

_SAID_TOKENS = 4096
"""Tokens that are read of what was said of an entity or relation, the earliest first."""
_NAMES = 10
"""Entities that a report is told by name."""


@dataclass(frozen=True, slots=True)
class GraphRagIndex:
    """What searches read.

    Attributes:
        descriptions: Of each entity of the graph.
        relations: The description of each relation.
        communities: Each before its parts.
        reports: Of each community; None where there is none.
    """

    graph: EntityGraph
    descriptions: tuple[Texts, ...]
    relations: dict[tuple[int, int], Texts]
    communities: tuple[Community, ...] = ()
    reports: tuple[CommunityReport | None, ...] = ()

    def finest(self, deepest_level: int) -> dict[int, int]:
        """Return the position of each entity's finest community of at most that level."""
        return {
            member: place
            for place, community in enumerate(self.communities)
            if community.level <= deepest_level
            for member in community.members
        }


class GraphRagIndexer:
    """Makes the index over more and more passages.

    The graph and its communities are made anew each time. A passage is read once in its life, and a
    description or report is written again only when what it is written from has changed, so that the index
    depends on the passages alone.

    Args:
        steps: Read passages, merge descriptions and write reports.
        cost: Counts the calls.
        largest_community: Entities up to which a community is not split; None leaves communities out.
        report_tokens: Tokens of the texts that a report is written from.
        seed: Of the search for communities.
    """

    def __init__(
        self,
        steps: GraphRagSteps,
        cost: CostMeter,
        *,
        largest_community: int | None,
        report_tokens: int,
        seed: int,
    ) -> None:
        self._steps = steps
        self._cost = cost
        self._largest = largest_community
        self._report_tokens = report_tokens
        self._seed = seed
        self._elements: list[GraphElements] = []
        self._described: dict[tuple[str, Texts], Texts] = {}
        self._reported: dict[ReportTask, CommunityReport | None] = {}

    @property
    def read(self) -> int:
        """How many passages are in the graph."""
        return len(self._elements)

    def extend(self, passages: Sequence[Passage]) -> GraphRagIndex:
        """Return the index over all passages so far and these."""
        for passage in passages:
            self._cost.charge([passage.text])
        self._elements += self._steps.extractor.extract(passages)
        graph = entity_graph(self._elements)
        elements = [*graph.entities, *graph.relations.values()]
        described = self._describe(elements)
        index = GraphRagIndex(
            graph,
            tuple(described[: len(graph.entities)]),
            dict(zip(graph.relations, described[len(graph.entities) :], strict=True)),
        )
        return index if self._largest is None else self._with_reports(index, self._largest)

    def _describe(self, elements: Sequence[Element]) -> list[Texts]:
        keys = [(element.name, leading_texts(list(element.said), _SAID_TOKENS)) for element in elements]
        new = [key for key in dict.fromkeys(keys) if len(key[1]) > 1 and key not in self._described]
        for name, texts in new:
            self._cost.charge([name, *(text.text for text in texts)])
        self._described |= dict(zip(new, self._steps.describer.write(new), strict=True))
        return [self._described[key] if len(key[1]) > 1 else key[1] for key in keys]

    def _with_reports(self, index: GraphRagIndex, largest: int) -> GraphRagIndex:
        """Write the reports from the finest level up, since large communities read those of their parts."""
        communities = leiden_communities(index.graph.edges, largest, self._seed)
        reports: list[CommunityReport | None] = [None] * len(communities)
        parts: defaultdict[int | None, list[int]] = defaultdict(list)
        for place, community in enumerate(communities):
            parts[community.parent].append(place)
        for level in sorted({community.level for community in communities}, reverse=True):
            places = [place for place, community in enumerate(communities) if community.level == level]
            tasks = {
                place: self._task(
                    index,
                    set(communities[place].members),
                    [
                        (report, communities[part].members)
                        for part in parts[place]
                        if (report := reports[part]) is not None
                    ],
                )
                for place in places
            }
            new = [task for task in dict.fromkeys(tasks.values()) if task not in self._reported]
            for task in new:
                self._cost.charge([*task.names, *(text.text for text in task.texts)])
            self._reported |= dict(zip(new, self._steps.reporter.write(new), strict=True))
            for place, task in tasks.items():
                reports[place] = self._reported[task]
        return GraphRagIndex(
            index.graph, index.descriptions, index.relations, tuple(communities), tuple(reports)
        )

    def _task(
        self, index: GraphRagIndex, members: set[int], parts: Sequence[tuple[CommunityReport, Sequence[int]]]
    ) -> ReportTask:
        """Take the community's own texts; where they are too many, reports of its largest parts for some."""
        graph = index.graph
        texts = prominent_texts(index, members)
        for replaced in range(1, len(parts) + 1):
            if _fit(texts, self._report_tokens):
                break
            inside = {member for _, some in parts[:replaced] for member in some}
            reported = (text for report, _ in parts[:replaced] for text in report.texts)
            texts = _distinct([*reported, *prominent_texts(index, members - inside)])
        names = sorted(members, key=lambda member: (-graph.degree(member), member))
        weight = sum(graph.relations[ends].weight for ends in graph.inside(members))
        return ReportTask(
            tuple(graph.entities[member].name for member in names[:_NAMES]),
            leading_texts(texts, self._report_tokens),
            weight,
        )


def prominent_texts(index: GraphRagIndex, members: set[int]) -> Texts:
    """Return the descriptions of relations among the members and of their ends, best connected first."""
    graph = index.graph
    inside = sorted(graph.inside(members), key=lambda ends: (-graph.combined_degree(ends), ends))
    return _distinct(
        text
        for ends in inside
        for texts in (index.descriptions[ends[0]], index.descriptions[ends[1]], index.relations[ends])
        for text in texts
    )


def _distinct(texts: Iterable[SourcedText]) -> Texts:
    return tuple(dict.fromkeys(texts))


def _fit(texts: Texts, tokens: int) -> bool:
    """Whether the texts cost at most so many tokens together; reads no further than it takes to know."""
    used = accumulate(count_tokens(text.text + "\n") for text in texts)
    return all(cost <= tokens for cost in used)
