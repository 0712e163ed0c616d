<<<<<<< HEAD
"""PageRank with restarts at chosen nodes (Haveliwala, 2002), on an undirected weighted graph."""
=======
"""Personalised PageRank on an undirected weighted graph (Page et al., 1999; Haveliwala, 2002)."""
>>>>>>> c2bd9d9 (feat: RAPTOR and MemGAS)

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

<<<<<<< HEAD
_TOLERANCE = 1e-12


def personalised_pagerank(
    adjacency: csr_array, restart: npt.NDArray[np.float64], damping: float
) -> npt.NDArray[np.float64]:
    """Return the share of its time that a random walk spends at each node.

    From a node without edges the walk always restarts.

    Args:
        adjacency: Symmetric weights, none negative, shape (nodes, nodes).
        restart: Where the walk restarts, none negative, in any scale, shape (nodes,).
        damping: Chance to walk on instead of restarting, in [0, 1).

    Raises:
        ValueError: If the restart has no weight or the damping is out of range.
    """
    total = restart.sum()
    if not 0 <= damping < 1 or total <= 0:
        raise ValueError(f"expected a damping in [0, 1) and a restart of some weight, got {damping}, {total}")
    start = restart / total
    strengths = np.asarray(adjacency.sum(axis=0)).ravel()
    isolated = strengths == 0
    inverse = np.divide(1.0, strengths, out=np.zeros_like(strengths), where=~isolated)
    scores: npt.NDArray[np.float64] = start
    change = 1.0
    while change > _TOLERANCE:  # the change shrinks by the damping at each step
        walked = adjacency @ (scores * inverse) + scores[isolated].sum() * start
        new = (1 - damping) * start + damping * walked
        change = float(np.abs(new - scores).sum())
        scores = new
    return scores
=======
_STEPS = 100
_TOLERANCE = 1e-10


def personalised_pagerank(
    links: csr_array, seeds: npt.NDArray[np.float64], damping: float
) -> npt.NDArray[np.float64]:
    """Return how often a walk is at each node that starts at the seeds and returns there again and again.

    The walk goes on along a link with probability ``damping``, by the links' weights, and otherwise back to
    a seed; from a node without links it always goes back.

    Args:
        links: Symmetric weights, none below 0, shape (nodes, nodes).
        seeds: Where walks start, none below 0; scaled to sum 1. All zero gives all zero. Nodes beyond
            those of ``links`` have none.
        damping: In [0, 1).
    """
    total = seeds.sum()
    if total <= 0:
        return np.zeros_like(seeds)
    restart: npt.NDArray[np.float64] = seeds / total
    nodes = links.shape[0]
    weights = np.asarray(links.sum(axis=1), dtype=np.float64).ravel()
    scale = np.divide(damping, weights, out=np.zeros(nodes), where=weights > 0)
    rank = restart
    for _ in range(_STEPS):
        moved = links @ (rank[:nodes] * scale)
        new: npt.NDArray[np.float64] = (1.0 - moved.sum()) * restart
        new[:nodes] += moved
        if np.abs(new - rank).sum() < _TOLERANCE:
            return new
        rank = new
    return rank
>>>>>>> c2bd9d9 (feat: RAPTOR and MemGAS)
