"""Which sentences of a dialogue tell most about it, by the words alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log


def choose_telling(
    words: Sequence[frozenset[str]],
    costs: Sequence[int],
    budget: int,
    seen: Mapping[str, int],
    sentences: int,
) -> list[int]:
    """Return positions of sentences that cost at most ``budget`` in all, the most telling first.

    They are chosen greedily by what their words add to those already chosen, per token; a word said often
    in the dialogue, but not in every sentence, adds most.

    Args:
        words: The content words of each sentence.
        costs: The tokens of each sentence.
        budget: Tokens there is room for.
        seen: In how many sentences of the dialogue a word stands.
        sentences: How many sentences the dialogue has.
    """

    def gain(position: int) -> float:
        return sum(log(1 + seen[word]) * log((sentences + 1) / seen[word]) for word in words[position] - said)

    said: set[str] = set()
    left = list(range(len(words)))
    chosen: list[int] = []
    while left := [position for position in left if costs[position] <= budget]:
        best = max(left, key=lambda position: gain(position) / costs[position])
        left.remove(best)
        if gain(best) <= 0:
            break
        budget -= costs[best]
        said |= words[best]
        chosen.append(best)
    return chosen
