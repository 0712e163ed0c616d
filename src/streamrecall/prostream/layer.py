"""One layer of the memory tree as parallel arrays, so that all its nodes are scored at once."""

from __future__ import annotations

import heapq

import numpy as np
import numpy.typing as npt

from streamrecall.ports import Vectors
from streamrecall.prostream.sources import Sources

NO_PARENT = -1
_DEAD = -1
_FIRST_CAPACITY = 64


class Layer:
    """Nodes in slots; a removed node's slot is used again, so the arrays grow with the live nodes only.

    Row ``slot`` of each array belongs to one node. Rows of free slots are zero and their uid is -1.

    Attributes:
        vectors: Embeddings of unit length, shape (capacity, dimension).
        cost: Tokens of the text.
        accesses: Times read; f of Equation 1.
        touched: Turn at which the node was last read or stated.
        parent: Slot in the layer above, or -1.
        children: Number of nodes in the layer below.
        uid: Identity of the node over the whole stream.
        text: What the node says.
        sources: Which turns it was made from.
        slot_of: Slot by uid.
        high: Slots in use lie below this.
        free: Free slots below ``high``, a heap.
    """

    def __init__(self, dimension: int) -> None:
        self.vectors: Vectors = np.zeros((_FIRST_CAPACITY, dimension), np.float32)
        self.cost = np.zeros(_FIRST_CAPACITY, np.int64)
        self.accesses = np.zeros(_FIRST_CAPACITY, np.int64)
        self.touched = np.zeros(_FIRST_CAPACITY, np.int64)
        self.parent = np.full(_FIRST_CAPACITY, NO_PARENT, np.int64)
        self.children = np.zeros(_FIRST_CAPACITY, np.int64)
        self.uid = np.full(_FIRST_CAPACITY, _DEAD, np.int64)
        self.text: list[str] = []
        self.sources: list[Sources] = []
        self.slot_of: dict[int, int] = {}
        self.high = 0
        self.free: list[int] = []

    def __len__(self) -> int:
        return len(self.slot_of)

    @property
    def slots(self) -> npt.NDArray[np.intp]:
        """Slots of the live nodes, ascending."""
        return np.flatnonzero(self.uid[: self.high] != _DEAD)

    def add(
        self,
        uid: int,
        text: str,
        cost: int,
        vector: npt.NDArray[np.float32],
        sources: Sources,
        *,
        touched: int,
        parent: int = NO_PARENT,
    ) -> int:
        """Enter a node that was never read and return its slot."""
        if self.free:
            slot = heapq.heappop(self.free)
            self.text[slot] = text
            self.sources[slot] = sources
        else:
            slot = self.high
            self.high += 1
            if slot == len(self.uid):
                self._grow()
            self.text.append(text)
            self.sources.append(sources)
        self.vectors[slot] = vector
        self.cost[slot] = cost
        self.accesses[slot] = 0
        self.touched[slot] = touched
        self.parent[slot] = parent
        self.children[slot] = 0
        self.uid[slot] = uid
        self.slot_of[uid] = slot
        return slot

    def remove(self, slot: int) -> None:
        """Free a slot."""
        del self.slot_of[int(self.uid[slot])]
        self.vectors[slot] = 0
        for array in (self.cost, self.accesses, self.touched, self.children):
            array[slot] = 0
        self.parent[slot] = NO_PARENT
        self.uid[slot] = _DEAD
        self.text[slot] = ""
        self.sources[slot] = Sources(())
        heapq.heappush(self.free, slot)

    def cosines(self, vectors: Vectors) -> Vectors:
        """Return the cosine of each slot below ``high`` to each vector, shape (high, vectors).

        Free slots give 0.
        """
        result: Vectors = self.vectors[: self.high] @ vectors.T
        return result

    def nearest(self, vector: npt.NDArray[np.float32], leave_out: int = -1) -> tuple[int, float]:
        """Return the most similar live slot and its cosine; (-1, -1) when there is none."""
        cosines = np.where(
            self.uid[: self.high] == _DEAD, np.float32(-np.inf), self.cosines(vector[None])[:, 0]
        )
        if leave_out >= 0:
            cosines[leave_out] = -np.inf
        if not cosines.size:
            return -1, -1.0
        slot = int(cosines.argmax())
        return (slot, float(cosines[slot])) if np.isfinite(cosines[slot]) else (-1, -1.0)

    def _grow(self) -> None:
        size = len(self.uid)
        self.vectors = np.concatenate([self.vectors, np.zeros_like(self.vectors)])
        for name in ("cost", "accesses", "touched", "children"):
            setattr(self, name, np.concatenate([getattr(self, name), np.zeros(size, np.int64)]))
        self.parent = np.concatenate([self.parent, np.full(size, NO_PARENT, np.int64)])
        self.uid = np.concatenate([self.uid, np.full(size, _DEAD, np.int64)])
