import pytest

from streamrecall.metrics.evidence_recall import evidence_f1, evidence_recall
from streamrecall.records import Memory, MemoryItem, Turn


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
    assert evidence_recall(memory(*held), evidence, {}) == (None if recall is None else pytest.approx(recall))
    assert evidence_f1(memory(*held), evidence, {}) == (None if f1 is None else pytest.approx(f1))


SAID = {
    "a": Turn("d", 0, "a", "Ann", "The caterer moved the tasting to Friday."),
    "b": Turn("d", 1, "b", "Bob", "My parents arrive at noon with two dogs."),
    "c": Turn("d", 2, "c", "Ann", "Lovely weather in Lisbon."),
}


@pytest.mark.parametrize(
    ("texts", "recall"),
    [
        (["The tasting by the caterer was moved to Friday. Something else was discussed."], 1 / 3),
        (["Ann: The caterer moved the tasting to Friday. Bob: My parents arrive at noon with two"], 2 / 3),
        (["They talked about many things."], 0.0),
    ],
)
def test_a_summary_that_names_every_turn_is_credited_for_those_it_tells(texts, recall):
    items = tuple(MemoryItem(text, ("a", "b", "c"), 0, 1) for text in texts)
    summary = Memory("m", items, 3, 100, abstractive=True)
    assert evidence_recall(summary, ("a", "b", "c"), SAID) == pytest.approx(recall)


def test_an_item_of_one_turn_counts_by_its_source():
    item = MemoryItem("the tasting is later", ("a",), 0, 1)
    assert evidence_recall(Memory("m", (item,), 1, 100, abstractive=True), ("a",), SAID) == 1
