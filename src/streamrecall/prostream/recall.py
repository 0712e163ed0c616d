"""Top-down search of the memory tree (ProStream, section 5.4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from streamrecall.ports import Vectors
from streamrecall.prostream.layer import Layer
from streamrecall.prostream.parameters import RecallLimits
from streamrecall.prostream.tree import AMU, EVENT, MemoryTree

Cosines = npt.NDArray[np.float32]
Slots = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class EvidencePath:
    """A leaf that answers the query and the way down to it.

    Attributes:
        scene: Slot of the scene.
        event: Slot of the event.
        amu: Slot of the AMU, or None when the event itself is the leaf.
        similarity: Cosine of leaf and query.
        score: S(o): similarity times the leaf's utility.
    """

    scene: int
    event: int
    amu: int | None
    similarity: float
    score: float


def search_tree(tree: MemoryTree, queries: Vectors, now: int, limits: RecallLimits) -> list[EvidencePath]:
    """Return the evidence paths for a query, best score first.

    The most similar scenes are kept, of each of them the most similar events, and of their leaves those
    of best S(o) that reach the minimum similarity. Ties go to the lower slot.

    Args:
        tree: The tree.
        queries: Embedded query, shape (rows, dimension); with several rows the best row counts.
        now: The current turn.
        limits: How much is kept at each level.
    """
    if not len(tree) or not len(queries):
        return []
    scenes, events, amus = tree.layers
    kept_scenes = _best(_cosines(scenes, queries), scenes.slots, limits.scenes)
    scene_kept = np.zeros(scenes.high, bool)
    scene_kept[kept_scenes] = True
    event_cosines = _cosines(events, queries)
    event_slots = events.slots
    event_slots = event_slots[scene_kept[events.parent[event_slots]]]
    kept_events = _best_per_parent(event_cosines, event_slots, events.parent, limits.events)
    event_kept = np.zeros(events.high, bool)
    event_kept[kept_events] = True

    amu_slots = amus.slots
    amu_slots = amu_slots[event_kept[amus.parent[amu_slots]]]
    leaf_events = kept_events[events.children[kept_events] == 0]
    minimum = limits.minimum_similarity
    candidates = _scored(tree, AMU, amu_slots, _cosines(amus, queries), now=now, minimum=minimum)
    candidates += _scored(tree, EVENT, leaf_events, event_cosines, now=now, minimum=minimum)
    candidates.sort(key=lambda path: (-path.score, path.event, -1 if path.amu is None else path.amu))
    return candidates[: limits.amus]


def _cosines(layer: Layer, queries: Vectors) -> Cosines:
    best: Cosines = layer.cosines(queries).max(axis=1)
    return best


def _best(cosines: Cosines, slots: Slots, limit: int | None) -> Slots:
    order = np.argsort(-cosines[slots], kind="stable")
    return slots[order[:limit]]


def _best_per_parent(
    cosines: Cosines, slots: Slots, parent: npt.NDArray[np.int64], limit: int | None
) -> Slots:
    if limit is None or not len(slots):
        return slots
    order = np.lexsort((slots, -cosines[slots], parent[slots]))
    ranked = slots[order]
    parents = parent[ranked]
    starts = np.flatnonzero(np.r_[True, parents[1:] != parents[:-1]])
    rank = np.arange(len(ranked)) - np.repeat(starts, np.diff(np.r_[starts, len(ranked)]))
    kept: Slots = ranked[rank < limit]
    return kept


def _scored(
    tree: MemoryTree, layer: int, slots: Slots, cosines: Cosines, *, now: int, minimum: float
) -> list[EvidencePath]:
    slots = slots[cosines[slots] >= minimum]
    nodes = tree.layers[layer]
    utility = tree.regret.utility.of(nodes.accesses[slots], now - nodes.touched[slots])
    scores = cosines[slots] * utility
    paths: list[EvidencePath] = []
    for position, slot in enumerate(slots.tolist()):
        event = int(nodes.parent[slot]) if layer == AMU else slot
        paths.append(
            EvidencePath(
                scene=int(tree.events.parent[event]),
                event=event,
                amu=slot if layer == AMU else None,
                similarity=float(cosines[slot]),
                score=float(scores[position]),
            )
        )
    return paths


def count_accesses(tree: MemoryTree, paths: list[EvidencePath], now: int) -> None:
    """Count one access of every node on the paths, each node once."""
    for layer, slots in (
        (0, {path.scene for path in paths}),
        (1, {path.event for path in paths}),
        (2, {path.amu for path in paths if path.amu is not None}),
    ):
        tree.read(layer, sorted(slots), now)
