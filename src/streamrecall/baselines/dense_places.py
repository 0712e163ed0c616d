"""Chunks that a structure ranks and newer ones it does not cover yet, in one order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain


def in_dense_places(dense: Iterable[int], ranked: Iterable[int], covered: int) -> Iterator[int]:
    """Yield chunk numbers, best first: a newer chunk keeps the place that dense search gives it.

    The places of the covered chunks are filled in the order of the structure's ranking; what that leaves out
    follows by its dense rank.

    Args:
        dense: Every chunk, nearest first.
        ranked: Distinct covered chunks, best first.
        covered: Chunks with a number below this stand in the structure.
    """
    by_rank = list(dense)
    placed = list(ranked)
    known = set(placed)
    order = chain(placed, (number for number in by_rank if number < covered and number not in known))
    for number in by_rank:
        yield number if number >= covered else next(order)
