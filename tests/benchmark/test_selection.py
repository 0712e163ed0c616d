"""Windows without history or without gaps are left out, and the reason is said."""

import pytest

from streamrecall.benchmark.selection import select_instances
from streamrecall.records import Domain, Gap, GapType, Instance, SalientUtterance, Turn, Window

GAP = Gap("g", GapType.ATTRIBUTE, "which one?", ("t0",), "The red one.")


def instance(history: int, gap: Gap | None) -> Instance:
    window = Window("d.1", "d", (Turn("d", 5, "t5", "Ana", "That one."),), history)
    return Instance(window, "test", Domain.CHITCHAT, (SalientUtterance("u", ("t5",), "That one.", gap),))


@pytest.mark.parametrize(
    ("history", "gap", "reason"),
    [
        (7000, GAP, ""),
        (6999, GAP, "history of 6999 tokens is shorter than 7000"),
        (9000, None, "no salient utterance depends on the history"),
    ],
)
def test_the_reason_of_a_decision(history: int, gap: Gap | None, reason: str) -> None:
    (decision,) = select_instances([instance(history, gap)], 7000)
    assert (decision.kept, decision.reason) == (not reason, reason)
