"""Units of sessions and which of them are linked."""

import numpy as np

from streamrecall.baselines.association_graph import AssociationGraph, Granularity, MemoryUnit
from streamrecall.records import Turn

EAST, NORTH = np.eye(4, dtype=np.float32)[:2]


def turn(number):
    return MemoryUnit(Granularity.TURN, f"turn {number}", Turn("d", number, f"t{number}", "Ana", "words"))


def near(axis, tilt):
    vector = axis + tilt * np.array([0, 0, 1, 0], dtype=np.float32)
    return vector / np.linalg.norm(vector)


def linked(graph, node):
    return sorted(np.flatnonzero(graph.links(len(graph)).toarray()[node]).tolist())


def test_a_new_turn_is_linked_with_the_accepted_turns_of_earlier_sessions():
    graph = AssociationGraph(4, most_links=10)
    early = np.stack([near(EAST, 0.1 * i) for i in range(4)] + [near(NORTH, 0.1 * i) for i in range(4)])
    graph.add_session([turn(i) for i in range(8)], early)
    assert graph.links(8).nnz == 0
    graph.add_session([turn(8), turn(9)], np.stack([EAST, NORTH]))
    assert linked(graph, 8) == [0, 1, 2, 3]
    assert linked(graph, 9) == [4, 5, 6, 7]
    assert not graph.links(12).toarray()[10:].any()
    assert graph.links(10)[8, 1] == np.float32(EAST @ early[1])
    assert (graph.links(10) != graph.links(10).T).nnz == 0


def test_only_the_strongest_links_are_kept():
    graph = AssociationGraph(4, most_links=2)
    early = np.stack([near(EAST, 0.1 * i) for i in range(4)] + [near(NORTH, 0.1 * i) for i in range(4)])
    graph.add_session([turn(i) for i in range(8)], early)
    graph.add_session([turn(8)], EAST[None])
    assert linked(graph, 8) == [0, 1]


def test_units_of_one_session_are_tied_across_granularities():
    graph = AssociationGraph(4, most_links=3)
    units = [
        MemoryUnit(Granularity.SESSION, "all"),
        turn(0),
        turn(1),
        MemoryUnit(Granularity.KEYWORDS, "words"),
    ]
    graph.add_session(units, np.stack([near(EAST, 0.5), near(EAST, 0.2), near(EAST, 0.1), NORTH]))
    assert linked(graph, 0) == [1, 2]  # the keywords are at right angles to it
    assert linked(graph, 1) == [0]
    assert graph.sessions == [0, 0, 0, 0]
    assert graph.nodes[Granularity.TURN] == [1, 2]


def test_similarities_stand_in_the_order_of_the_nodes():
    graph = AssociationGraph(4, most_links=3)
    assert all(len(values) == 0 for values in graph.similarities(EAST).values())
    assert graph.links(3).toarray().tolist() == [[0.0] * 3] * 3
    graph.add_session([turn(0), turn(1)], np.stack([NORTH, EAST]))
    assert graph.similarities(EAST)[Granularity.TURN].tolist() == [0.0, 1.0]
