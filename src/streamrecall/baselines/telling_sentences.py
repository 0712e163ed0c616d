"""Which sentences of a dialogue tell most about it, by the words alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heapreplace
from math import fsum, log


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
    weights = {
        word: log(1 + seen[word]) * log((sentences + 1) / seen[word]) for each in words for word in each
    }
    said: set[str] = set()

    def worth(position: int) -> tuple[float, int]:
        gain = fsum(weights[word] for word in words[position] - said)
        return -gain / costs[position], position

    # What a sentence adds only shrinks as others are chosen: one whose worth is up to date and still first
    # is first among all.
    left = [worth(position) for position in range(len(words))]
    heapify(left)
    chosen: list[int] = []
    while left:
        current = worth(left[0][1])
        if current > left[0]:
            heapreplace(left, current)
            continue
        heappop(left)
        if current[0] >= 0:
            break
        position = current[1]
        if costs[position] <= budget:
            budget -= costs[position]
            said |= words[position]
            chosen.append(position)
    return chosen


def choose_among(words: Sequence[frozenset[str]], costs: Sequence[int], budget: int) -> list[int]:
    """Do as ``choose_telling``, the given sentences being all that is known of the dialogue."""
    seen = Counter(word for each in words for word in each)
    return choose_telling(words, costs, budget, seen, len(words))
