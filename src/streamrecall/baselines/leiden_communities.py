"""Communities of a weighted graph, split until they are small (GraphRAG, section 3.1.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SEED = 0


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
    nodes: int, edges: Mapping[tuple[int, int], float], largest: int, seed: int = SEED
) -> list[Community]:
    """Return communities by modularity with the Leiden algorithm (Traag et al., 2019), each before its parts.

    A community of more than ``largest`` nodes is split by the same algorithm on its own edges, unless that
    finds no parts. Nodes without edges belong to none. Equal inputs give equal communities.

    Args:
        nodes: How many there are, numbered from 0.
        edges: Positive weights by pair of nodes.
        largest: Nodes up to which a community is left whole.
        seed: Of the algorithm's random order.
    """
    import igraph  # noqa: PLC0415  # a second or more

    graph = igraph.Graph(nodes, list(edges), edge_attrs={"weight": list(edges.values())})
    tied = [node for node, degree in enumerate(graph.degree()) if degree]
    found: list[Community] = []
    open_: list[tuple[int, tuple[int, ...], int | None]] = [(0, tuple(tied), None)] if tied else []
    while open_:
        level, members, parent = open_.pop(0)
        parts = _partition(graph.subgraph(members), seed)
        if parent is not None and len(parts) == 1:
            continue
        for part in parts:
            community = Community(level, tuple(members[node] for node in part), parent)
            found.append(community)
            if len(part) > largest:
                open_.append((level + 1, community.members, len(found) - 1))
    return found


def _partition(graph: Any, seed: int) -> list[list[int]]:
    import leidenalg  # noqa: PLC0415  # imports igraph

    found = leidenalg.find_partition(
        graph, leidenalg.ModularityVertexPartition, weights="weight", n_iterations=-1, seed=seed
    )
    return sorted((sorted(part) for part in found), key=lambda part: (-len(part), part))
