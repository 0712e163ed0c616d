"""The memory tree: scenes over events over atomic memory units (ProStream, section 5.2)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from streamrecall.prostream.distillation import Distillate, node_cost
from streamrecall.prostream.layer import NO_PARENT, Layer
from streamrecall.prostream.pruning import RegretQueue
from streamrecall.prostream.sources import Sources
from streamrecall.prostream.turn_references import TurnReferences
from streamrecall.prostream.utility import Utility

SCENE, EVENT, AMU = 0, 1, 2
LAYER_NAMES = ("scene", "event", "amu")


@dataclass(slots=True)
class TreeCounts:
    """What happened to nodes so far."""

    mounted: int = 0
    repeated: int = 0
    pruned: int = 0
    merged: int = 0
    cascaded: int = 0


class MemoryTree:
    """Nodes with costs, access counts and sources; a parent exists as long as something supports it.

    A leaf is an AMU, or an event whose block held no new fact. Only leaves are offered to pruning; when
    the last child of a node goes, the node goes with it at once (cascading abstraction), so no parent
    ever dangles.

    Args:
        dimension: Length of the embeddings.
        turns: The table that keeps the ids of the turns behind the nodes.
        utility: Decides what is pruned first.
        novelty_threshold: Cosine from which a fact or scene counts as already known.
        merge_similarity: Cosine above which a new node is noted as a candidate for merging.
        listed_turns: Supporting turns that a node lists.
    """

    def __init__(
        self,
        dimension: int,
        turns: TurnReferences,
        *,
        utility: Utility,
        novelty_threshold: float,
        merge_similarity: float,
        listed_turns: int,
    ) -> None:
        self.layers = (Layer(dimension), Layer(dimension), Layer(dimension))
        self.turns = turns
        self.regret = RegretQueue(utility)
        self.novelty_threshold = novelty_threshold
        self.merge_similarity = merge_similarity
        self.listed_turns = listed_turns
        self.cost = 0
        self.next_uid = 0
        self.merge_candidates: deque[tuple[int, int]] = deque()
        self.counts = TreeCounts()

    @property
    def scenes(self) -> Layer:
        """The scenes."""
        return self.layers[SCENE]

    @property
    def events(self) -> Layer:
        """The events."""
        return self.layers[EVENT]

    @property
    def amus(self) -> Layer:
        """The atomic memory units."""
        return self.layers[AMU]

    def __len__(self) -> int:
        return sum(len(layer) for layer in self.layers)

    def mount(self, distillate: Distillate, now: int) -> None:
        """Add a block: its scene if it is new, its event always, its facts if they pass the novelty check.

        A fact or scene that is already known refreshes the node that knows it and becomes its support.

        Args:
            distillate: The block.
            now: The current turn.
        """
        vectors = distillate.vectors
        scene, cosine = self.scenes.nearest(vectors[0])
        if scene >= 0 and cosine >= self.novelty_threshold:
            self.support(SCENE, scene, distillate.sources, now)
        else:
            scene = self._add(
                SCENE, distillate.scene, vectors[0], distillate.sources, now=now, nearest=cosine
            )
        _, cosine = self.events.nearest(vectors[1])
        event = self._add(
            EVENT, distillate.event, vectors[1], distillate.sources, now=now, nearest=cosine, parent=scene
        )
        if distillate.facts:
            self._mount_facts(distillate, event, now)
        self.offer(EVENT, event)

    def _mount_facts(self, distillate: Distillate, event: int, now: int) -> None:
        vectors = distillate.vectors[2:]
        known = self.amus.cosines(vectors)
        nearest = known.argmax(axis=0) if len(known) else np.zeros(len(vectors), np.intp)
        added: list[tuple[int, int]] = []
        for position, fact in enumerate(distillate.facts):
            best = float(known[nearest[position], position]) if len(known) else -1.0
            slot = int(nearest[position])
            for earlier, earlier_slot in added:
                cosine = float(vectors[earlier] @ vectors[position])
                if cosine > best:
                    best, slot = cosine, earlier_slot
            sources = Sources((fact.turn_index,))
            if best >= self.novelty_threshold:
                self.support(AMU, slot, sources, now)
            else:
                amu = self._add(
                    AMU, fact.text, vectors[position], sources, now=now, nearest=best, parent=event
                )
                added.append((position, amu))

    def _add(
        self,
        layer: int,
        text: str,
        vector: npt.NDArray[np.float32],
        sources: Sources,
        *,
        now: int,
        nearest: float,
        parent: int = NO_PARENT,
    ) -> int:
        cost = node_cost(text)
        slot = self.layers[layer].add(self.next_uid, text, cost, vector, sources, touched=now, parent=parent)
        if nearest > self.merge_similarity:
            self.merge_candidates.append((layer, self.next_uid))
        self.next_uid += 1
        self.cost += cost
        self.counts.mounted += 1
        self.turns.hold(sources.held)
        if layer > SCENE:
            self.layers[layer - 1].children[parent] += 1
        self.offer(layer, slot)
        return slot

    def support(self, layer: int, slot: int, sources: Sources, now: int) -> None:
        """Record that turns stated what a node already says."""
        nodes = self.layers[layer]
        nodes.touched[slot] = max(int(nodes.touched[slot]), now)
        self.counts.repeated += 1
        self.set_sources(layer, slot, nodes.sources[slot].absorb(sources, self.listed_turns))
        self.offer(layer, slot)

    def set_sources(self, layer: int, slot: int, sources: Sources) -> None:
        """Replace a node's sources and let go of the turns that it no longer refers to."""
        nodes = self.layers[layer]
        before = nodes.sources[slot].held
        nodes.sources[slot] = sources
        self.turns.hold(sources.held - before)
        self.turns.release(before - sources.held)

    def rewrite(self, layer: int, slot: int, text: str, vector: npt.NDArray[np.float32]) -> None:
        """Give a node another text and embedding."""
        nodes = self.layers[layer]
        cost = node_cost(text)
        self.cost += cost - int(nodes.cost[slot])
        nodes.text[slot], nodes.cost[slot], nodes.vectors[slot] = text, cost, vector
        self.offer(layer, slot)

    def read(self, layer: int, slots: Iterable[int], now: int) -> None:
        """Count one access of each node."""
        nodes = self.layers[layer]
        for slot in slots:
            nodes.accesses[slot] += 1
            nodes.touched[slot] = max(int(nodes.touched[slot]), now)
            self.offer(layer, slot)

    def is_leaf(self, layer: int, slot: int) -> bool:
        """Whether a node holds content of its own with nothing below it."""
        return layer == AMU or (layer == EVENT and not self.layers[layer].children[slot])

    def children(self, layer: int, slot: int) -> list[int]:
        """Return the slots, one layer down, of a node's children."""
        below = self.layers[layer + 1]
        return [int(child) for child in np.flatnonzero(below.parent[: below.high] == slot)]

    def remove(self, layer: int, slot: int) -> None:
        """Remove a node that has no children, and every ancestor that it leaves without support."""
        nodes = self.layers[layer]
        parent = int(nodes.parent[slot])
        self.cost -= int(nodes.cost[slot])
        self.regret.discard(int(nodes.uid[slot]))
        self.turns.release(nodes.sources[slot].held)
        nodes.remove(slot)
        if layer > SCENE:
            self.drop_child(layer - 1, parent)

    def drop_child(self, layer: int, slot: int) -> None:
        """Note that a node lost a child; it goes too when that was its last."""
        nodes = self.layers[layer]
        nodes.children[slot] -= 1
        if not nodes.children[slot]:
            self.counts.cascaded += 1
            self.remove(layer, slot)

    def find(self, uid: int) -> tuple[int, int] | None:
        """Return layer and slot of a node, or None when it is gone."""
        for layer in (AMU, EVENT, SCENE):
            slot = self.layers[layer].slot_of.get(uid)
            if slot is not None:
                return layer, slot
        return None

    def offer(self, layer: int, slot: int) -> None:
        """Tell the pruning queue what it should know about a node now."""
        nodes = self.layers[layer]
        uid = int(nodes.uid[slot])
        if self.is_leaf(layer, slot):
            self.regret.put(uid, int(nodes.accesses[slot]), int(nodes.touched[slot]), int(nodes.cost[slot]))
        else:
            self.regret.discard(uid)
