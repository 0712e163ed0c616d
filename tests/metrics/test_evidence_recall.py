import pytest

from streamrecall.metrics.evidence_recall import evidence_f1, evidence_recall
from streamrecall.records import Memory, MemoryItem


def memory(*turn_ids):
    return Memory("m", tuple(MemoryItem("x", (t,), i, 1) for i, t in enumerate(turn_ids)), len(turn_ids), 100)


@pytest.mark.parametrize(
    ("held", "evidence", "recall", "f1"),
    [
        (("a", "b", "c"), ("a", "z"), 0.5, 2 / 5),
        (("a",), ("a",), 1.0, 1.0),
        ((), ("a",), 0.0, 0.0),
        (("a", "a"), ("a", "a", "b"), 0.5, 2 / 3),
        (("a",), (), None, None),
    ],
)
def test_by_hand(held, evidence, recall, f1):
    assert evidence_recall(memory(*held), evidence) == (None if recall is None else pytest.approx(recall))
    assert evidence_f1(memory(*held), evidence) == (None if f1 is None else pytest.approx(f1))
