"""Votes become items: who marked what, counted by hand."""

import pytest

from streamrecall.benchmark.votes import Stage, Vote
from streamrecall.metrics.vote_agreement import agreement_table

WHO = ("a", "b")


def votes(stage, *entries):
    return [Vote(stage, who, "w", target, label, detail) for who, target, label, detail in entries]


def row(table, stage, label):
    (found,) = table[(table["stage"] == stage) & (table["label"] == label)].to_dict("records")
    return found


def test_salience_is_measured_on_every_sentence():
    cast = votes(Stage.SALIENCE, ("a", "S1-S2", "none", ""), ("b", "S2", "attribute", ""))
    found = row(agreement_table(cast, {"w": 4, "v": 6}, WHO), "salience", "salient")
    # of ten sentences, sentence 1 is disputed, 2 agreed on, eight left out by both
    assert (found["items"], found["unanimous"]) == (10, 0.9)
    assert found["prevalence"] == pytest.approx(3 / 20)


def test_a_reading_that_failed_is_not_taken_for_a_reading_that_found_nothing():
    cast = votes(Stage.SALIENCE, ("a", "S1", "none", ""), ("b", "S1", "none", ""))
    table = agreement_table(cast, {"w": 2, "v": 5}, WHO, unread={("b", "v")})
    assert row(table, "salience", "salient")["items"] == 2


def test_dependence_is_measured_among_those_who_called_it_salient():
    cast = votes(
        Stage.DEPENDENCE,
        ("a", "u1", "referential", ""), ("b", "u1", "referential", ""),
        ("a", "u2", "attribute", ""), ("b", "u2", "none", ""),
        ("a", "u3", "none", ""), ("b", "u3", "not_salient", ""),
    )  # fmt: skip
    table = agreement_table(cast, {"w": 1}, WHO)
    assert row(table, "dependence", "any type")["items"] == 2
    assert row(table, "dependence", "any type")["prevalence"] == 0.75
    assert row(table, "dependence", "referential")["unanimous"] == 1.0
    assert row(table, "dependence", "attribute")["unanimous"] == 0.5


def test_chunk_labels_are_read_from_their_string():
    cast = votes(Stage.HISTORY_FILTERING, ("a", "C3-C5", "110", ""), ("b", "C3-C5", "100", ""))
    found = row(agreement_table(cast, {"w": 1}, WHO), "history_filtering", "relevant")
    assert (found["items"], found["pairwise_agreement"]) == (3, pytest.approx(2 / 3))


def test_each_criterion_has_its_own_row():
    cast = votes(
        Stage.VALIDATION,
        ("a", "u/T1-S0", "valid", ""), ("b", "u/T1-S0", "invalid", "explicit new"),
        ("a", "u/T2-S0", "invalid", "new"), ("b", "u/T2-S0", "invalid", "new"),
    )  # fmt: skip
    table = agreement_table(cast, {"w": 1}, WHO)
    assert row(table, "validation", "valid")["pairwise_agreement"] == 0.5
    assert row(table, "validation", "sufficient")["pairwise_agreement"] == 1.0
    assert row(table, "validation", "explicit")["prevalence"] == 0.75
    assert row(table, "validation", "new")["cohen_kappa a / b"] == 0.0


def test_a_stage_with_one_annotator_has_no_agreement():
    cast = votes(Stage.EVIDENCE, ("a", "u/T1-S0", "resolve", ""))
    assert "evidence" not in set(agreement_table(cast, {"w": 1}, WHO)["stage"])
