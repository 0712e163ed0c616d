"""Gap-balanced evidence accumulation: turns enter the memory in rounds (section 4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Literal

from streamrecall.records import DetectedGap, MemoryItem
from streamrecall.remember.refinement import ScoredTurn
from streamrecall.retrieval.memory_items import turn_item
from streamrecall.retrieval.packing import MemoryPacker
from streamrecall.retrieval.stream_index import StreamIndex

Rounds = Literal["pass over", "complete"]
"""``pass over``: a turn that does not fit is passed over and the next is tried. ``complete``: the memory ends
with the last round that fits as a whole (D in the paper)."""


def accumulate(
    packer: MemoryPacker,
    index: StreamIndex,
    rankings: Sequence[tuple[DetectedGap, Sequence[ScoredTurn]]],
    rounds: Rounds = "pass over",
) -> None:
    """Offer the d-th turn of every gap in round d, until nothing is left or, when complete, a round fails.

    Args:
        packer: The memory under construction; it refuses turns that it holds already.
        index: The history, which knows the cost of its turns.
        rankings: Each gap with its turns, best first.
        rounds: What to do when a turn does not fit.
    """
    held: set[int] = set()
    for place in range(max((len(turns) for _, turns in rankings), default=0)):
        this_round: dict[int, MemoryItem] = {}
        for gap, turns in rankings:
            if place < len(turns) and turns[place].turn.index not in held:
                item = _item(index, turns[place], gap)
                if item is not None:
                    this_round.setdefault(item.first_turn, item)
        if rounds == "complete" and not _fit_together(packer, this_round.values()):
            return
        held.update(number for number, item in this_round.items() if packer.offer(item))


def _fit_together(packer: MemoryPacker, items: Iterable[MemoryItem]) -> bool:
    trial = deepcopy(packer)
    return all([trial.offer(item) for item in items])


def _item(index: StreamIndex, scored: ScoredTurn, gap: DetectedGap) -> MemoryItem | None:
    return turn_item(
        scored.turn,
        tokens=index.cost(scored.turn.index),
        score=scored.score,
        reason=f"evidence for: {gap.quote}",
    )
