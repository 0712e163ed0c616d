"""Which of several queries a passage owes its place to."""

from __future__ import annotations

from collections.abc import Sequence


def best_queries(rankings: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return for each passage the position of the query that ranks it best; the earlier of equals.

    Args:
        rankings: The passages each query found, best first.
    """
    best: dict[int, tuple[int, int]] = {}
    for place, ranking in enumerate(rankings):
        for rank, number in enumerate(ranking):
            best[number] = min(best.get(number, (rank, place)), (rank, place))
    return {number: place for number, (_, place) in best.items()}
