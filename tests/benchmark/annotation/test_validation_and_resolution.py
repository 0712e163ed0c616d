"""Stage v by its four criteria, then one statement per gap."""

import itertools

import pytest
from stage_questions import DIALOGUES, GAP, PLAIN, WINDOWS, Prepared, evidence

from streamrecall.benchmark.annotator import CRITERIA, Given, Verdict
from streamrecall.benchmark.panel import Panel
from streamrecall.benchmark.stages.assembly import assemble_instances
from streamrecall.benchmark.stages.resolution import Resolution, state_resolutions
from streamrecall.benchmark.stages.validation import validate_evidence
from streamrecall.errors import LookAheadError


def verdicts(*valid, name=None, drop=()):
    def answer(check):
        given = [
            Verdict(each.source_id, *([each.source_id in valid] * 4))
            for each in check.candidates
            if each.source_id not in drop
        ]
        return Given((*given, *([] if name is None else [Verdict(name, True, True, True, True)])))

    return answer


def panel(*answers):
    return Panel(tuple(Prepared(n, validate=each) for n, each in zip("abc", answers, strict=True)), 2)


TWO = (evidence(), evidence("T2-S0", "A Redis lock with a unique index."))


def validate(*answers, candidates=TWO):
    return validate_evidence(WINDOWS, [GAP, PLAIN], candidates, panel(*answers), 20)


def test_two_of_three_accept():
    accepted, record = validate(verdicts("T0-S1"), verdicts("T0-S1", "T2-S0"), verdicts())
    assert [each.source_id for each in accepted] == ["T0-S1"]
    (refused,) = record.rejections
    assert (refused.target, refused.in_favour, refused.cast) == ("small.0.S1/T2-S0", 1, 3)
    assert len(record.votes) == 6


@pytest.mark.parametrize("met", list(itertools.product([True, False], repeat=4)))
def test_every_criterion_must_be_met(met):
    answer = lambda check: Given((Verdict("T0-S1", *met),))  # noqa: E731
    accepted, record = validate(answer, answer, verdicts(), candidates=(evidence(),))
    assert bool(accepted) == all(met)
    missed = " ".join(name for name, holds in zip(CRITERIA, met, strict=True) if not holds)
    assert record.votes[0].detail == missed
    assert record.votes[0].label == ("invalid" if missed else "valid")
    if missed:
        assert all(name in record.rejections[0].reason for name in missed.split())


def test_an_invented_or_missing_candidate_makes_the_answer_unusable():
    accepted, record = validate(
        verdicts("T0-S1", name="T7-S7"), verdicts("T0-S1", drop=["T2-S0"]), verdicts("T0-S1")
    )
    assert accepted == ()
    assert [
        "no candidate T7-S7" in f.reason or "no verdict on T2-S0" in f.reason for f in record.failures
    ] == [
        True,
        True,
    ]
    assert record.rejections[-1].reason == "none of its evidence is valid"


def test_what_the_window_says_word_for_word_is_refused_by_rule():
    asked = []

    def answer(check):
        asked.append([each.source_id for each in check.candidates])
        return verdicts("T0-S1", "T7-S0")(check)

    repeated = evidence("T7-S0", "the report is due on friday")
    accepted, record = validate(answer, answer, answer, candidates=(evidence(), repeated))
    assert asked == [["T0-S1"]] * 3
    assert [each.source_id for each in accepted] == ["T0-S1"]
    assert record.rejections[0].reason == "the window says it already, word for word"


def test_the_resolution_is_stated_from_accepted_evidence_and_reasoning_stands_in_for_it():
    wrote = Panel(
        (Prepared("a", resolve=lambda check: Given(f"{len(check.candidates)} sentences say it.")),), 1
    )
    (stated,), record = state_resolutions(WINDOWS, [GAP, PLAIN], [evidence(), evidence("T2-S0")], wrote)
    assert (stated.utterance_id, stated.text) == (GAP.utterance_id, "2 sentences say it.")
    assert not record.failures
    silent = Panel((Prepared("a"),), 1)
    (stated,), record = state_resolutions(WINDOWS, [GAP], [evidence(), evidence("T2-S0")], silent)
    assert stated.text == "T0-S1 names them T2-S0 names them"
    assert record.failures[0].reason == "not prepared"


def test_instances_have_evidence_in_order_and_keep_utterances_whose_gap_failed():
    accepted = [evidence("T2-S1"), evidence("T0-S1"), evidence("T2-S0")]
    (instance,) = assemble_instances(
        WINDOWS,
        DIALOGUES,
        [GAP, PLAIN],
        accepted,
        [Resolution("small.0", GAP.utterance_id, "It is they.", "a")],
    )
    gap = instance.salient[0].gap
    assert gap is not None
    assert (gap.gap_id, gap.evidence, gap.resolution) == ("small.0.S1.G", ("t0", "t2"), "It is they.")
    assert instance.salient[1].gap is None
    (without,) = assemble_instances(WINDOWS, DIALOGUES, [GAP, PLAIN], [], [])
    assert [utterance.gap for utterance in without.salient] == [None, None]


def test_evidence_that_does_not_lie_before_the_window_stops_the_run():
    with pytest.raises(LookAheadError, match=r"T8-S0 is not before window small\.0"):
        assemble_instances(WINDOWS, DIALOGUES, [GAP], [evidence("T8-S0")], [])
