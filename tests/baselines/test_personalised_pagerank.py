"""Personalised PageRank: by hand on four nodes, and beside igraph's on random graphs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from streamrecall.baselines.personalised_pagerank import personalised_pagerank

PATH_AND_A_LONER = csr_array(np.array([[0, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]], dtype=float))


@pytest.mark.parametrize(
    ("restart", "expected"),
    [
        ([1, 0, 0, 0], [7 / 12, 4 / 12, 1 / 12, 0]),
        ([3, 0, 0, 3], [7 / 18, 4 / 18, 1 / 18, 6 / 18]),
    ],
)
def test_four_nodes_by_hand(restart, expected):
    found = personalised_pagerank(PATH_AND_A_LONER, np.array(restart, dtype=float), 0.5)
    assert found == pytest.approx(expected, abs=1e-9)


def test_weights_draw_the_walk():
    adjacency = csr_array(np.array([[0, 3, 1], [3, 0, 0], [1, 0, 0]], dtype=float))
    found = personalised_pagerank(adjacency, np.array([1.0, 0, 0]), 0.5)
    assert found == pytest.approx([2 / 3, 1 / 4, 1 / 12], abs=1e-9)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000), damping=st.sampled_from([0.2, 0.5, 0.85]))
def test_the_same_as_igraph(seed, damping):
    import igraph

    random = np.random.default_rng(seed)
    edges = [(node, node + 1) for node in range(11)]
    edges += [(a, b) for a in range(12) for b in range(a + 2, 12) if random.random() < 0.2]
    weights = random.uniform(0.1, 3, len(edges))
    restart = random.uniform(0, 1, 12)
    dense = np.zeros((12, 12))
    for (a, b), weight in zip(edges, weights, strict=True):
        dense[a, b] = dense[b, a] = weight
    expected = igraph.Graph(12, edges).personalized_pagerank(
        directed=False, damping=damping, reset=restart.tolist(), weights=weights.tolist()
    )
    assert personalised_pagerank(csr_array(dense), restart, damping) == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize(("restart", "damping"), [([0.0] * 4, 0.5), ([1.0] * 4, 1.0)])
def test_no_place_to_start_and_no_restart_are_refused(restart, damping):
    with pytest.raises(ValueError, match="damping"):
        personalised_pagerank(PATH_AND_A_LONER, np.array(restart), damping)
