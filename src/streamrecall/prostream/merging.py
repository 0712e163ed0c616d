"""Semantic merging of nodes that say nearly the same (ProStream, section 5.3)."""

from __future__ import annotations

import numpy as np

from streamrecall.prostream.tree import AMU, MemoryTree

_GONE_SLACK = 64


def merge_pair(tree: MemoryTree, layer: int, first: int, second: int) -> int:
    """Collapse two nodes of one layer into their centroid and return the slot of what remains.

    The text of the more often read node stays, of the older one when both were read alike. Access counts
    are added, sources united, children moved; the later of the two touches counts. The centroid weighs
    each node by the number of turns that state it.
    """
    nodes = tree.layers[layer]
    order = sorted((first, second), key=lambda slot: (-nodes.accesses[slot], nodes.uid[slot]))
    keep, gone = order
    weights = [max(1, nodes.sources[slot].count) for slot in order]
    centroid = weights[0] * nodes.vectors[keep] + weights[1] * nodes.vectors[gone]
    length = float(np.linalg.norm(centroid))
    if length > 0:
        nodes.vectors[keep] = centroid / length
    nodes.accesses[keep] += nodes.accesses[gone]
    nodes.touched[keep] = max(nodes.touched[keep], nodes.touched[gone])
    tree.set_sources(layer, keep, nodes.sources[keep].absorb(nodes.sources[gone], tree.listed_turns))
    if layer < AMU:
        for child in tree.children(layer, gone):
            tree.layers[layer + 1].parent[child] = keep
        nodes.children[keep] += nodes.children[gone]
        nodes.children[gone] = 0
    tree.remove(layer, gone)
    tree.offer(layer, keep)
    tree.counts.merged += 1
    return keep


def merge_similar(tree: MemoryTree, checks: int) -> int:
    """Examine the longest waiting candidates and merge each with its nearest neighbour if it is near enough.

    A node becomes a candidate when something as similar was there on its arrival, and again after a merge
    has moved its centroid; so of each similar pair the later node waits here, and one call costs at most
    ``checks`` searches however large the tree.

    Args:
        tree: The tree.
        checks: Most candidates to examine.

    Returns:
        How many pairs were merged.
    """
    _forget_the_gone(tree)
    merged = 0
    while checks and tree.merge_candidates:
        layer, uid = tree.merge_candidates.popleft()
        nodes = tree.layers[layer]
        slot = nodes.slot_of.get(uid)
        if slot is None:
            continue
        checks -= 1
        neighbour, cosine = nodes.nearest(nodes.vectors[slot], leave_out=slot)
        if neighbour >= 0 and cosine > tree.merge_similarity:
            kept = merge_pair(tree, layer, slot, neighbour)
            tree.merge_candidates.append((layer, int(nodes.uid[kept])))
            merged += 1
    return merged


def _forget_the_gone(tree: MemoryTree) -> None:
    if len(tree.merge_candidates) > 2 * len(tree) + _GONE_SLACK:
        alive = dict.fromkeys(
            (layer, uid) for layer, uid in tree.merge_candidates if uid in tree.layers[layer].slot_of
        )
        tree.merge_candidates.clear()
        tree.merge_candidates.extend(alive)
