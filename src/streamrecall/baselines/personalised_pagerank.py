"""PageRank with restarts at chosen nodes (Haveliwala, 2002), on an undirected weighted graph."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

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
