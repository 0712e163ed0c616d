"""Communities of a weighted graph, split until they are small (GraphRAG, section 3.1.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graspologic_native import hierarchical_leiden

SEED = 0
_ITERATIONS = 10


@dataclass(frozen=True, slots=True)
class Community:
    """Nodes that belong together.

    Attributes:
        level: 0 for the largest; the parts of a community stand one level below it.
        members: Nodes, ascending.
        parent: Position of the community it is a part of; None at level 0.
    """

    level: int
    members: tuple[int, ...]
    parent: int | None


def leiden_communities(
    edges: Mapping[tuple[int, int], float], largest: int, seed: int = SEED
) -> list[Community]:
    """Return communities by modularity with the Leiden algorithm (Traag et al., 2019), each before its parts.

    The implementation is the one that the authors of GraphRAG use.

    A community of more than ``largest`` nodes is split by the same algorithm on its own edges, unless that
    finds no parts. Nodes without edges belong to none. Equal inputs give equal communities.

    Args:
        edges: Positive weights by pair of nodes, which are numbers.
        largest: Nodes up to which a community is left whole.
        seed: Of the algorithm's random order.
    """
    if not edges:
        return []
    named = [(str(first), str(second), float(weight)) for (first, second), weight in edges.items()]
    placed = hierarchical_leiden(named, iterations=_ITERATIONS, max_cluster_size=largest, seed=seed)
    members: dict[int, list[int]] = {}
    places: dict[int, tuple[int, int | None]] = {}
    for each in placed:
        members.setdefault(each.cluster, []).append(int(each.node))
        places[each.cluster] = (each.level, each.parent_cluster)
    found: list[Community] = []
    positions: dict[int, int] = {}
    for cluster in sorted(
        places, key=lambda each: (places[each][0], -len(members[each]), min(members[each]))
    ):
        level, parent = places[cluster]
        if parent is not None and len(members[cluster]) == len(members[parent]):
            positions[cluster] = positions[parent]  # a part that is the whole
            continue
        position = None if parent is None else positions[parent]
        positions[cluster] = len(found)
        level = 0 if position is None else found[position].level + 1
        found.append(Community(level, tuple(sorted(members[cluster])), position))
    return found
