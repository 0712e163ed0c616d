"""The override file: read strictly, applied where it can be, and accounted for where it cannot."""

from pathlib import Path

import pytest

from streamrecall.benchmark.review_marks import ReviewMark, apply_to_instances, read_review_marks
from streamrecall.errors import DataError
from streamrecall.records import Domain, Gap, GapType, Instance, SalientUtterance, Turn, Window

FILE = Path("marks.json")
ENTRY = {"target": "w.S1", "mark": "accept", "note": "fine"}


def content(*marks, **changes):
    return {"form": "streamrecall-review", "version": 1, "marks": list(marks)} | changes


def test_marks_are_read_in_order_and_a_note_may_be_left_out():
    marks = read_review_marks(content(ENTRY, {"target": "w.S2.G", "mark": "reject"}), FILE)
    assert marks == (ReviewMark("w.S1", "accept", "fine"), ReviewMark("w.S2.G", "reject", ""))


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (content(form="other"), "expected form 'streamrecall-review'"),
        (content(version=2), "version 2"),
        (content(ENTRY | {"mark": "maybe"}), "'accept' or 'reject', found 'maybe'"),
        (content(ENTRY, ENTRY), "'w.S1' is marked twice"),
        (content({"mark": "accept"}), "target"),
        ([], "expected an object"),
    ],
)
def test_a_file_of_another_form_is_refused(broken, said):
    with pytest.raises(DataError, match=said):
        read_review_marks(broken, FILE)


def utterance(name, gap):
    return SalientUtterance(
        name, ("t",), "x", Gap(f"{name}.G", GapType.ATTRIBUTE, "r", ("h",), "s") if gap else None
    )


INSTANCE = Instance(
    Window("w", "d", (Turn("d", 0, "t", "Ann", "x"),), 0),
    "c",
    Domain.WORKPLACE,
    (utterance("a", True), utterance("b", True), utterance("c", False)),
)


def test_a_corpus_loses_what_is_rejected_and_keeps_the_rest():
    marks = [
        ReviewMark("a", "reject"),
        ReviewMark("b.G", "reject"),
        ReviewMark("c", "accept"),
        ReviewMark("z", "accept"),
    ]
    (changed,), outcomes = apply_to_instances(marks, [INSTANCE])
    assert [(each.utterance_id, each.gap) for each in changed.salient] == [("b", None), ("c", None)]
    assert [(each.applied, each.effect) for each in outcomes] == [
        (True, "utterance removed"),
        (True, "gap removed"),
        (True, "utterance confirmed"),
        (False, "no such target"),
    ]


def test_no_marks_change_nothing():
    assert apply_to_instances([], [INSTANCE]) == ((INSTANCE,), ())
