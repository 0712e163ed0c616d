"""Precision, recall and F1 against a reference, counted by hand."""

import pytest

from streamrecall.metrics.annotation_scores import match_utterances, score_annotation
from streamrecall.records import Domain, Gap, GapType, Instance, SalientUtterance, Turn, Window

REF, ATT = GapType.REFERENTIAL, GapType.ATTRIBUTE
TURNS = tuple(Turn("d", index, f"t{index}", "Ann", "x") for index in range(3))


def utterance(name, turn, text, gap_type=None, evidence=()):
    gap = None if gap_type is None else Gap(f"{name}.G", gap_type, "r", tuple(evidence), "s")
    return SalientUtterance(name, (turn,), text, gap)


def instance(*salient, window="w"):
    return Instance(Window(window, "d", TURNS, 0), "c", Domain.WORKPLACE, tuple(salient))


REFERENCE = instance(
    utterance("r1", "t0", "we take the red one", REF, ["h1", "h2"]),
    utterance("r2", "t1", "the meeting is on friday at noon", ATT, ["h3"]),
    utterance("r3", "t2", "zoe writes the report"),
)
GUESS = instance(
    utterance("g1", "t0", "take the red one", REF, ["h2", "h9"]),
    utterance("g2", "t1", "the meeting is on friday", REF, ["h3"]),
    utterance("g3", "t1", "lunch is good", ATT, ["h8"]),
)


def test_counts_on_every_level():
    scores = {score.level: score for score in score_annotation([GUESS], [REFERENCE])}
    found = {level: (s.found, s.predicted, s.reference) for level, s in scores.items()}
    assert found == {
        "salient utterances": (2, 3, 3),
        "gaps": (2, 3, 2),
        "gap types": (1, 3, 2),
        "evidence turns": (2, 4, 3),
        "evidence turns of found gaps": (2, 3, 3),
    }
    salient = scores["salient utterances"]
    assert (salient.precision, salient.recall, salient.f1) == pytest.approx((2 / 3, 2 / 3, 2 / 3))


def test_the_reference_scores_one_against_itself():
    assert {score.f1 for score in score_annotation([REFERENCE], [REFERENCE])} == {1.0}


def test_a_window_that_was_not_annotated_counts_as_missed():
    scores = score_annotation([], [REFERENCE])
    assert [(score.found, score.predicted) for score in scores] == [(0, 0)] * 5
    assert scores[0].recall == 0.0
    assert scores[0].precision is None


def test_utterances_match_once_the_closest_first_and_only_in_a_shared_turn():
    wide = utterance("a", "t0", "we take the red one and the blue one")
    exact = utterance("b", "t0", "we take the red one")
    elsewhere = utterance("c", "t2", "we take the red one")
    pairs = match_utterances([wide, exact, elsewhere], [REFERENCE.salient[0]])
    assert [(one.utterance_id, other.utterance_id) for one, other in pairs] == [("b", "r1")]
