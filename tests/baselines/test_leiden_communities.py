"""Communities of graphs whose parts are known."""

from itertools import combinations

from streamrecall.baselines.leiden_communities import Community, leiden_communities


def cliques(sizes):
    edges, start = {}, 0
    for size in sizes:
        edges |= {pair: 1.0 for pair in combinations(range(start, start + size), 2)}
        start += size
    return edges


def test_two_triangles_with_a_weak_tie():
    edges = cliques([3, 3])
    found = leiden_communities(edges | {(2, 3): 0.2}, largest=3)
    assert found == [Community(0, (0, 1, 2), None), Community(0, (3, 4, 5), None)]


def test_a_large_community_is_split_and_its_parts_know_it():
    """In a ring of thirty triangles modularity joins neighbours; by themselves they come apart."""
    edges = cliques([3] * 30)
    edges |= {(3 * n + 2, 3 * n + 3): 1.0 for n in range(29)} | {(0, 89): 1.0}
    found = leiden_communities(edges, largest=3)
    top = [community for community in found if community.level == 0]
    assert all(len(community.members) > 3 for community in top)
    parts = [community for community in found if len(community.members) == 3]
    assert sorted(part.members for part in parts) == [(n, n + 1, n + 2) for n in range(0, 90, 3)]
    for part in parts:
        parent = found[part.parent]
        assert set(part.members) < set(parent.members)
        assert part.level == parent.level + 1


def test_what_cannot_be_split_stays_and_loners_belong_nowhere():
    edges = cliques([6])
    assert leiden_communities(edges, largest=2) == [Community(0, tuple(range(6)), None)]
    assert leiden_communities({}, largest=2) == []


def test_the_same_graph_has_the_same_communities():
    edges = cliques([4, 5, 3, 6])
    edges |= {(0, 4): 1.0, (5, 9): 1.0, (10, 13): 1.0}
    assert leiden_communities(edges, 4, seed=3) == leiden_communities(edges, 4, seed=3)
