"""Calls and tokens by phase, and reading what came since."""

from streamrecall.models.cost_meter import CostMeter
from streamrecall.text.tokens import count_tokens


def test_calls_count_for_the_phase_they_fall_in_and_once():
    meter = CostMeter()
    with meter.building():
        meter.charge(["one two", "three"])
        meter.charge(["four"])
    meter.charge(["what was three?"])
    meter.charge(["five"], building=True)
    cost = meter.take()
    assert (cost.build_calls, cost.recall_calls) == (3, 1)
    assert cost.build_tokens == sum(map(count_tokens, ["one two", "three", "four", "five"]))
    assert cost.recall_tokens == count_tokens("what was three?")
    assert cost.build_seconds > 0
    again = meter.take()
    assert (again.build_calls, again.recall_calls, again.build_seconds) == (0, 0, 0)
