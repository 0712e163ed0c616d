"""Rounds computed by hand: each turn ``A: one`` costs 4 tokens, line feed included."""

import pytest
from conversations import turns

from streamrecall.records import DetectedGap, Turn
from streamrecall.remember.accumulation import Rounds, accumulate
from streamrecall.remember.refinement import ScoredTurn
from streamrecall.retrieval.packing import MemoryPacker
from streamrecall.retrieval.stream_index import StreamIndex

LONG = "A: " + "word " * 20
HISTORY = turns("A: one", "A: two", "A: six", LONG.strip(), "A: ten")
FIRST = DetectedGap("w0", "first", "", "first")
SECOND = DetectedGap("w1", "second", "", "second")


def ranking(*numbers: int) -> list[ScoredTurn]:
    return [ScoredTurn(HISTORY[number], 1 - place / 10) for place, number in enumerate(numbers)]


def accumulated(budget: int, rounds: Rounds, *rankings: list[ScoredTurn]) -> list[tuple[str, str]]:
    index = StreamIndex(None)
    index.observe(HISTORY)
    packer = MemoryPacker("m", budget)
    accumulate(packer, index, list(zip((FIRST, SECOND), rankings, strict=False)), rounds)
    memory = packer.build()
    return [(item.turn_ids[0], item.reason.removeprefix("evidence for: ")) for item in memory.items]


@pytest.mark.parametrize(
    ("budget", "rounds", "expected"),
    [
        (8, "pass over", [("t0", "first"), ("t4", "second")]),
        (8, "complete", [("t0", "first"), ("t4", "second")]),
        (12, "pass over", [("t0", "first"), ("t2", "second"), ("t4", "second")]),
        (12, "complete", [("t0", "first"), ("t4", "second")]),  # round 2 has the long turn
        (16, "pass over", [("t0", "first"), ("t1", "first"), ("t2", "second"), ("t4", "second")]),
        (3, "pass over", []),
        (7, "complete", []),
        (7, "pass over", [("t0", "first")]),
    ],
)
def test_rounds(budget: int, rounds: Rounds, expected: list[tuple[str, str]]) -> None:
    assert accumulated(budget, rounds, ranking(0, 3, 1), ranking(4, 2)) == expected


@pytest.mark.parametrize("rounds", ["pass over", "complete"])
def test_a_turn_wanted_twice_enters_once_for_the_first_that_asked(rounds: Rounds) -> None:
    assert accumulated(8, rounds, ranking(0), ranking(0, 1)) == [("t0", "first"), ("t1", "second")]


def test_the_costs_the_cases_rest_on() -> None:
    index = StreamIndex(None)
    index.observe(HISTORY)
    costs = [index.cost(turn.index) for turn in HISTORY]
    assert costs[:3] == [4, 4, 4]
    assert costs[4] == 4
    assert costs[3] > 16
    assert isinstance(HISTORY[0], Turn)
