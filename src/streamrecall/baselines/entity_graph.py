"""Entities and relations of all passages as one weighted graph (GraphRAG, sections 3.1.2 to 3.1.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field

from streamrecall.baselines.phrase_key import phrase_key
from streamrecall.baselines.steps.graph_elements import SINGLE_WORD, GraphElements
from streamrecall.baselines.steps.sourced_text import SourcedText


@dataclass(slots=True)
class Element:
    """An entity, or the relation of two.

    Attributes:
        said: What the passages say of it, each saying once, in order.
        passages: Where it is mentioned, ascending.
        weight: Strength of all sayings together.
    """

    name: str
    kind: str = ""
    said: dict[SourcedText, None] = field(default_factory=dict)
    passages: dict[int, None] = field(default_factory=dict)
    weight: float = 0.0

    def mention(self, said: SourcedText, passage: int, strength: float = 1.0) -> None:
        """Add what a passage says; a saying that overlapping passages share counts once."""
        if said not in self.said:
            self.said[said] = None
            self.weight += strength
        self.passages[passage] = None


@dataclass(frozen=True, slots=True)
class EntityGraph:
    """The graph.

    Attributes:
        entities: In the order of their first mention.
        relations: By the positions of both entities, the lower first.
        ties: The relations of each entity.
    """

    entities: tuple[Element, ...]
    relations: dict[tuple[int, int], Element]
    ties: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def edges(self) -> dict[tuple[int, int], float]:
        """The weight of each relation."""
        return {ends: relation.weight for ends, relation in self.relations.items()}

    def degree(self, entity: int) -> int:
        """Return how many relations the entity has."""
        return len(self.ties[entity])

    def combined_degree(self, ends: tuple[int, int]) -> int:
        """Return the sum of both ends' degrees, by which the original ranks relations."""
        return self.degree(ends[0]) + self.degree(ends[1])

    def inside(self, members: Set[int]) -> list[tuple[int, int]]:
        """Return the relations among the members; costs no more than the relations that they have."""
        return [
            ends
            for member in sorted(members)
            for ends in self.ties[member]
            if ends[0] == member and ends[1] in members
        ]


def entity_graph(passages: Sequence[GraphElements]) -> EntityGraph:
    """Join the elements of passages by the names of entities.

    An entity that only relations name gets one too. A single common word that is said once is left out.
    """
    entities: dict[str, Element] = {}
    relations: dict[tuple[str, str], Element] = {}
    for number, passage in enumerate(passages):
        for entity in passage.entities:
            element = entities.setdefault(phrase_key(entity.name), Element(entity.name, entity.kind))
            if element.kind == SINGLE_WORD:
                element.kind = entity.kind
            element.mention(entity.said, number)
        for relation in passage.relations:
            for name in (relation.source, relation.target):
                if phrase_key(name) not in entities:
                    entities[phrase_key(name)] = Element(name)
                    entities[phrase_key(name)].mention(relation.said, number)
            ends = (phrase_key(relation.source), phrase_key(relation.target))
            if ends[0] != ends[1]:
                pair = (min(ends), max(ends))
                tie = relations.setdefault(pair, Element(f"{relation.source} - {relation.target}"))
                tie.mention(relation.said, number, relation.strength)
    kept = {
        key: element
        for key, element in entities.items()
        if element.kind != SINGLE_WORD or len(element.said) > 1
    }
    places = {key: place for place, key in enumerate(kept)}
    between = {
        (min(places[one], places[two]), max(places[one], places[two])): relation
        for (one, two), relation in relations.items()
        if one in places and two in places
    }
    return EntityGraph(tuple(kept.values()), between, _ties(len(kept), between))


def _ties(entities: int, pairs: Iterable[tuple[int, int]]) -> tuple[tuple[tuple[int, int], ...], ...]:
    found: list[list[tuple[int, int]]] = [[] for _ in range(entities)]
    for pair in pairs:
        for entity in pair:
            found[entity].append(pair)
    return tuple(map(tuple, found))
