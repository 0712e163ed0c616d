"""Least-regret pruning by utility density (ProStream, section 5.3), without rescanning the tree.

The density ``u / c`` of every node changes with every turn, so an ordinary heap would be out of date at
once. Two orders do not change with time:

- Among nodes that were never read, ``u = beta * exp((touched - now) / tau)``. The factor
  ``exp(-now / tau)`` is common, so they are ordered by ``touched / tau - ln(c)`` for good: one heap.
- Among nodes with the same access count and the same cost, the one touched longest ago is least:
  one heap for each such class.

The least node of all is therefore the head of the first heap or of one of the classes. A read node never
falls below its class's floor, ``alpha * log(f + 1) / c``, which does not change either. So the classes are
visited in the order of their floors and left at the first floor above the best density so far; usually that
is the first or second class.

Re-read, refreshed and removed nodes leave stale heap entries behind; they are recognised when they come
up, and the heaps are rebuilt when more than half of them is stale. So an update costs O(log n) amortised
beside the classes it visits, and the node returned is exactly the one that a scan of all nodes would find.
"""

from __future__ import annotations

import heapq
from bisect import insort
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
        self._floors: list[tuple[float, tuple[int, int]]] = []  # the classes, sorted by floor

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
        best = (self._density(unread, now), unread) if unread is not None else (inf, -1)
        place = 0
        while place < len(self._floors) and self._floors[place][0] <= best[0]:
            group = self._floors[place][1]
            head = self._read_head(group)
            if head is None:
                del self._floors[place], self._read[group]
                continue
            best = min(best, (self._density(head, now), head))
            place += 1
        return None if best[1] < 0 else best[1]

    def _density(self, uid: int, now: int) -> float:
        entry = self._entries[uid]
        utility = self.utility
        value = utility.frequency_weight * log1p(entry.accesses)
        value += utility.recency_weight * exp((entry.touched - now) / utility.decay_turns)
        return value / entry.cost

    def _key(self, entry: _Entry) -> float:
        return entry.touched / self.utility.decay_turns - log(entry.cost)

    def _push(self, uid: int, entry: _Entry) -> None:
        self._stored += 1
        if entry.accesses:
            group = (entry.accesses, entry.cost)
            if group not in self._read:
                self._read[group] = []
                insort(self._floors, (self._class_floor(group), group))
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

    def _read_head(self, group: tuple[int, int]) -> int | None:
        heap = self._read[group]
        while heap and self._entries.get(heap[0][1]) != _Entry(group[0], heap[0][0], group[1]):
            heapq.heappop(heap)
            self._stored -= 1
        return heap[0][1] if heap else None

    def _class_floor(self, group: tuple[int, int]) -> float:
        """Return a bound that rounding cannot lift above the density of a node of the class."""
        return self.utility.frequency_weight * log1p(group[0]) / group[1] * (1 - 1e-12)

    def _rebuild(self) -> None:
        self._unread, self._read, self._floors, self._stored = [], {}, [], 0
        for uid, entry in self._entries.items():
            self._push(uid, entry)
