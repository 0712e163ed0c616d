"""Stages i and ii by hand: who called what salient, dependent, and of which type."""

import pytest
from small_dialogue import numbered

from streamrecall.benchmark.annotator import Given, ReadUtterance
from streamrecall.benchmark.stages.salience_and_dependence import count_readings, span_name, span_of_name
from streamrecall.benchmark.votes import Stage
from streamrecall.records import GapType

REF, ATT, REL = GapType.REFERENTIAL, GapType.ATTRIBUTE, GapType.RELATIONAL
ASK = "Ask the other party to send a few requests with wrong signatures."


def said(numbers, gap_type=None, *, quotes=None, reason="because"):
    quotes = tuple(numbered().sentence(number).text for number in numbers) if quotes is None else quotes
    return ReadUtterance(tuple(numbers), tuple(quotes), reason, gap_type)


def count(*readings, majority=2):
    answers = {
        name: reading if isinstance(reading, Given) else Given(tuple(reading))
        for name, reading in zip("abc", readings, strict=True)
    }
    return count_readings(numbered(), answers, majority)


DEPENDENCE = [
    # types that a, b and c give to sentence 1 (None: no gap, "-": not salient), majority, agreed type
    ((REF, REF, REF), 2, REF),
    ((REF, REF, None), 2, REF),
    ((REF, None, REF), 2, REF),
    ((REF, ATT, REL), 2, None),
    ((REF, ATT, None), 2, None),
    ((None, None, REF), 2, None),
    ((REF, REF, "-"), 2, REF),
    ((REF, "-", None), 2, None),
    ((REF, REF, None), 3, None),
    ((ATT, ATT, ATT), 3, ATT),
]


@pytest.mark.parametrize(("types", "majority", "agreed"), DEPENDENCE)
def test_a_gap_needs_a_majority_for_one_type(types, majority, agreed):
    readings = [[] if kind == "-" else [said([1], kind)] for kind in types]
    candidates, record = count(*readings, majority=majority)
    assert [candidate.gap_type for candidate in candidates] == [agreed]
    assert candidates[0].utterance_id == "small.0.S1"
    assert candidates[0].text == ASK
    assert candidates[0].turns == ("t8",)
    labels = [vote.label for vote in record.votes if vote.stage == Stage.DEPENDENCE]
    spoken = {None: "none", "-": "not_salient"}
    assert labels == [spoken.get(kind, kind) for kind in types]
    refused = [each for each in record.rejections if each.stage == Stage.DEPENDENCE]
    dependent = sum(kind not in (None, "-") for kind in types)
    assert len(refused) == (agreed is None and dependent > 0)
    assert all(each.in_favour == dependent and each.target == "small.0.S1.G" for each in refused)


def test_an_utterance_of_one_annotator_is_rejected_with_its_count():
    candidates, record = count([said([1]), said([4, 5])], [said([1])], [])
    assert [candidate.numbers for candidate in candidates] == [(1,)]
    assert candidates[0].supporters == ("a", "b")
    (refused,) = record.rejections
    assert (refused.target, refused.text) == ("S4-S5", "The report is due on Friday. Zoe writes it.")
    assert (refused.in_favour, refused.cast) == (1, 3)


def test_spans_that_overlap_are_one_candidate_with_everybodys_vote():
    candidates, record = count([said([4, 5], ATT)], [said([4], ATT)], [said([4, 5])])
    assert [candidate.numbers for candidate in candidates] == [(4, 5)]
    assert candidates[0].gap_type == ATT
    assert [vote.target for vote in record.votes if vote.stage == Stage.SALIENCE] == ["S4-S5", "S4", "S4-S5"]


def test_an_unusable_reply_casts_no_vote_and_is_recorded():
    failed = Given(None, "the JSON is malformed", "key1")
    candidates, record = count([said([1], REF)], [said([1], REF)], failed)
    assert candidates[0].gap_type == REF
    (failure,) = record.failures
    assert (failure.annotator, failure.reason, failure.reference) == ("c", "the JSON is malformed", "key1")
    assert all(vote.annotator != "c" for vote in record.votes)


def test_two_unusable_replies_leave_no_majority():
    failed = Given(None, "cut off")
    candidates, record = count([said([1], REF)], failed, failed)
    assert candidates == []
    assert len(record.failures) == 2
    assert [each.target for each in record.rejections] == ["S1"]


def test_a_quote_that_is_not_in_the_window_is_refused_by_name():
    invented = said([2], REF, quotes=["We sold the company."])
    candidates, record = count([invented], [said([2])], [said([2])])
    assert candidates[0].supporters == ("b", "c")
    (refused,) = record.rejections
    assert (refused.annotator, refused.text) == ("a", "We sold the company.")
    assert "does not stand in the window" in refused.reason


def test_a_quote_decides_over_a_wrong_number():
    candidates, _ = count([said([6], quotes=["I will reuse the lock"])], [said([2])], [])
    assert [candidate.numbers for candidate in candidates] == [(2,)]


def test_a_short_quote_does_not_take_all_the_sentences_that_are_numbered():
    everything = said([1, 2, 3, 4, 5, 6], quotes=["I will reuse the lock."])
    candidates, record = count([everything], [said([2])], [said([4])])
    assert [candidate.numbers for candidate in candidates] == [(2,)]
    assert [each.target for each in record.rejections] == ["S4"]


def test_a_number_that_does_not_exist_and_no_quote_is_refused():
    candidates, record = count([said([], quotes=[]), ReadUtterance((99,), (), "", None)], [], [])
    assert candidates == []
    assert len(record.rejections) == 2
    assert "no sentence 99" in record.rejections[1].reason


def test_a_second_gap_for_the_same_utterance_is_refused():
    candidates, record = count([said([1], REF), said([1], REL, reason="second")], [said([1], REF)], [])
    assert candidates[0].gap_type == REF
    (refused,) = record.rejections
    assert (refused.stage, refused.text) == (Stage.DEPENDENCE, "second")


def test_the_reason_is_that_of_the_first_annotator_of_the_agreed_type():
    readings = [[said([1], REF, reason="x")], [said([1], ATT, reason="y")], [said([1], ATT, reason="z")]]
    assert count(*readings)[0][0].reason == "y"


@pytest.mark.parametrize("span", [(1,), (3, 4, 5), (3, 4, 7), (1, 3, 5)])
def test_a_span_is_read_back_from_its_name(span):
    assert span_of_name(span_name(span)) == span
