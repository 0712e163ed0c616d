"""Reciprocal rank fusion (Cormack et al., 2009; ReMEMBER, section 4.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

RRF_K = 60

Entry = TypeVar("Entry", int, str)


def fuse_rankings(rankings: Iterable[Sequence[Entry]], k: int = RRF_K) -> list[tuple[Entry, float]]:
    """Fuse rankings, each best first: the score of an entry is the sum of 1 / (k + rank), ranks from 1.

    An entry that a ranking leaves out gets nothing from it. Equal scores are ordered by the entry itself.
    """
    scores: dict[Entry, float] = {}
    for ranking in rankings:
        for rank, entry in enumerate(ranking, start=1):
            scores[entry] = scores.get(entry, 0.0) + 1.0 / (k + rank)
    return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
