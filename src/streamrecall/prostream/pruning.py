"""Least-regret pruning by utility density (ProStream, section 5.3), without rescanning the tree.

The density ``u / c`` of every node changes with every turn, so an ordinary heap would be out of date at
once. Two orders do not change with time:

- Among nodes that were never read, ``u = beta * exp((touched - now) / tau)``. The factor
  ``exp(-now / tau)`` is common, so they are ordered by ``touched / tau - ln(c)`` for good: one heap.
- Among nodes with the same access count and the same cost, the one touched longest ago is least:
  one heap for each such class.

The least node of all is therefore the head of the first heap or of one of the classes. A read node never
falls below ``alpha * ln(f + 1) / c``, and as long as the never-read head lies under the lowest such
floor, which is the usual case, the classes need not be looked at.

Re-read, refreshed and removed nodes leave stale heap entries behind; they are recognised when they come
up, and the heaps are rebuilt when more than half of them is stale. So an update costs O(log n) amortised,
and the node returned is exactly the one that a scan of all nodes would find.
"""

from __future__ import annotations

import heapq
from math import exp, inf, log, log1p
from typing import NamedTuple

from streamrecall.prostream.utility import Utility

_STALE_SLACK = 64


class _Entry(NamedTuple):
    accesses: int
    touched: int
    cost: int


class RegretQueue:
    """Keeps prunable nodes and names the one of least utility density.

    Args:
        utility: The utility whose density decides.
    """

    def __init__(self, utility: Utility) -> None:
        self.utility = utility
        self._entries: dict[int, _Entry] = {}
        self._unread: list[tuple[float, int]] = []
        self._read: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._stored = 0
        self._floor: float | None = None  # None when a class came or went since it was computed

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, uid: int) -> bool:
        return uid in self._entries

    def put(self, uid: int, accesses: int, touched: int, cost: int) -> None:
        """Enter a node, or change what is known about it.

        Args:
            uid: The node.
            accesses: Times it was read.
            touched: Turn at which it was last read or stated.
            cost: Its tokens, at least 1.
        """
        entry = _Entry(accesses, touched, cost)
        if self._entries.get(uid) == entry:
            return
        self._entries[uid] = entry
        self._push(uid, entry)
        if self._stored > 2 * len(self._entries) + _STALE_SLACK:
            self._rebuild()

    def discard(self, uid: int) -> None:
        """Take a node out, if it is in."""
        self._entries.pop(uid, None)

    def least(self, now: int) -> int | None:
        """Return the node of least utility density at turn ``now``; ties go to the older node."""
        unread = self._unread_head()
        best = (self._density(unread, now), unread) if unread is not None else None
        if best is not None and best[0] < self._lowest_floor():
            return best[1]
        for uid in self._read_heads():
            candidate = (self._density(uid, now), uid)
            if best is None or candidate < best:
                best = candidate
        return None if best is None else best[1]

    def _density(self, uid: int, now: int) -> float:
        entry = self._entries[uid]
        utility = self.utility
        value = utility.frequency_weight * log1p(entry.accesses)
        value += utility.recency_weight * exp((entry.touched - now) / utility.decay_turns)
        return value / entry.cost

    def _lowest_floor(self) -> float:
        if self._floor is None:
            weight = self.utility.frequency_weight
            floors = (weight * log1p(accesses) / cost for accesses, cost in self._read)
            self._floor = min(floors, default=inf)
        return self._floor

    def _key(self, entry: _Entry) -> float:
        return entry.touched / self.utility.decay_turns - log(entry.cost)

    def _push(self, uid: int, entry: _Entry) -> None:
        self._stored += 1
        if entry.accesses:
            group = (entry.accesses, entry.cost)
            if group not in self._read:
                self._read[group] = []
                self._floor = None
            heapq.heappush(self._read[group], (entry.touched, uid))
        else:
            heapq.heappush(self._unread, (self._key(entry), uid))

    def _unread_head(self) -> int | None:
        while self._unread:
            key, uid = self._unread[0]
            entry = self._entries.get(uid)
            if entry is not None and not entry.accesses and self._key(entry) == key:
                return uid
            heapq.heappop(self._unread)
            self._stored -= 1
        return None

    def _read_heads(self) -> list[int]:
        heads: list[int] = []
        for group, heap in list(self._read.items()):
            while heap and self._entries.get(heap[0][1]) != _Entry(group[0], heap[0][0], group[1]):
                heapq.heappop(heap)
                self._stored -= 1
            if heap:
                heads.append(heap[0][1])
            else:
                del self._read[group]
                self._floor = None
        return heads

    def _rebuild(self) -> None:
        self._unread, self._read, self._stored, self._floor = [], {}, 0, None
        for uid, entry in self._entries.items():
            self._push(uid, entry)
