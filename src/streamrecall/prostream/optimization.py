"""Adaptive spatiotemporal optimisation: keeping the tree within its budget (ProStream, section 5.3)."""

from __future__ import annotations

from streamrecall.prostream.merging import merge_similar
from streamrecall.prostream.tree import MemoryTree


def restore_budget(tree: MemoryTree, budget: int, now: int, checks: int) -> None:
    """Bring the tree back to at most ``budget`` tokens, if it is above.

    The paper's policy in its order: leaves of least utility density are pruned until the budget holds,
    then similar nodes are merged. Parents without support go in the same step as their last child.

    Args:
        tree: The tree.
        budget: T_max in tokens over all nodes.
        now: The current turn.
        checks: Most nodes examined for a merge.
    """
    if tree.cost <= budget:
        return
    while tree.cost > budget:
        uid = tree.regret.least(now)
        place = None if uid is None else tree.find(uid)
        if place is None:
            raise AssertionError("a tree above its budget has a leaf to prune")
        tree.remove(*place)
        tree.counts.pruned += 1
    merge_similar(tree, checks)
