"""When a question is asked: trigger turns spread over the stream and over evidence distances."""

from __future__ import annotations

from collections import Counter
from random import Random

DISTANCES = ((1, 10), (11, 50), (51, 200), (201, 1000), (1001, 10**9))
"""Strata of the distance in turns from the last piece of evidence to the trigger."""


class TriggerSpread:
    """Draws triggers for the questions of one category so that every stratum gets its share.

    Args:
        turns: Length of the stream.
        draw: Where chance comes from.
    """

    def __init__(self, turns: int, draw: Random) -> None:
        self._turns = turns
        self._draw = draw
        self._used: Counter[int] = Counter()

    def after(self, last_evidence: int) -> int | None:
        """Return a turn strictly after the evidence, in the least used stratum that the stream has room for.

        None where the evidence is in the last turn.
        """
        open_ = [
            place for place, (nearest, _) in enumerate(DISTANCES) if last_evidence + nearest < self._turns
        ]
        if not open_:
            return None
        place = min(open_, key=lambda each: (self._used[each], self._draw.random()))
        self._used[place] += 1
        nearest, farthest = DISTANCES[place]
        return self._draw.randint(last_evidence + nearest, min(last_evidence + farthest, self._turns - 1))

    def rank(self, last_evidence: int, trigger: int) -> int:
        """Return how often the stratum of this distance was used."""
        return self._used[_stratum(trigger - last_evidence)]

    def use(self, last_evidence: int, trigger: int) -> None:
        """Count a trigger that was chosen elsewhere."""
        self._used[_stratum(trigger - last_evidence)] += 1


def _stratum(distance: int) -> int:
    return next(
        place for place, (nearest, farthest) in enumerate(DISTANCES) if nearest <= distance <= farthest
    )
