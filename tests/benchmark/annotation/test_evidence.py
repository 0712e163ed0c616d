"""Stage iv: one judgement per sentence shown, and no other sentence can be named."""

import pytest
from stage_questions import DIALOGUES, GAP, PLAIN, WINDOWS, Prepared

from streamrecall.benchmark.annotator import Finding, Given
from streamrecall.benchmark.panel import Panel
from streamrecall.benchmark.stages.evidence import find_evidence
from streamrecall.benchmark.stages.history_filtering import RelevantChunk
from streamrecall.errors import LookAheadError

FIRST = RelevantChunk("small.0", 0, 0, 3, 2)


def finds(*resolving, drop=(), extra=(), silent=()):
    def answer(audit):
        findings = [
            Finding(
                each.source_id,
                "" if each.source_id in silent else f"reads {each.source_id}",
                each.source_id in resolving,
            )
            for each in audit.passage
            if each.source_id not in drop
        ]
        return Given(tuple(findings) + tuple(Finding(name, "invented", True) for name in extra), "", "key")

    return answer


def find(*answers, chunks=(FIRST,), auditors=(), candidates=(GAP, PLAIN), size=40):
    annotators = tuple(Prepared(name, audit=each) for name, each in zip("abc", answers, strict=False))
    panel = Panel(annotators, min(2, len(annotators)), auditors)
    return find_evidence(WINDOWS, DIALOGUES, candidates, chunks, panel, passage_sentences=size)


def test_one_auditor_suffices_where_one_is_named():
    found, record = find(finds("T0-S1"), finds(), finds(), auditors=("a",))
    assert [(each.source_id, each.turn_id, each.sentence) for each in found] == [
        ("T0-S1", "t0", "The webhook takes order notices from the partner channels.")
    ]
    assert found[0].reasoning == "reads T0-S1"
    assert {vote.annotator for vote in record.votes} == {"a"}
    # turns 0 to 3 have 2 + 1 + 2 + 2 sentences
    assert len(record.votes) == 7
    assert [vote.label for vote in record.votes].count("resolve") == 1


def test_a_majority_of_several_auditors_decides_sentence_by_sentence():
    found, _ = find(finds("T0-S1", "T2-S0"), finds("T2-S0"), finds("T3-S1"))
    assert [each.source_id for each in found] == ["T2-S0"]


UNUSABLE = [
    (finds("T0-S1", extra=["T99-S0"]), "no sentence T99-S0"),
    (finds("T0-S1", extra=["T8-S0"]), "no sentence T8-S0"),  # a sentence of the window itself
    (finds("T0-S1", extra=["T0-S1"]), "T0-S1 stands twice"),
    (finds("T0-S1", drop=["T1-S0"]), "1 of 7 sentences are not judged, the first is T1-S0"),
    (finds("T0-S1", silent=["T0-S1"]), "no reasoning is given for T0-S1"),
    (lambda audit: Given(None, "cut off"), "cut off"),
]


@pytest.mark.parametrize(("answer", "reason"), UNUSABLE)
def test_an_answer_that_is_not_about_the_passage_is_refused_whole(answer, reason):
    found, record = find(answer)
    assert found == ()
    (failure,) = record.failures
    assert reason in failure.reason
    assert failure.target == "small.0.S1/T0-S0..T3-S1"
    (rejection,) = record.rejections
    assert rejection.target == "small.0.S1.G"
    assert rejection.reason.endswith("; 1 readings failed")


def test_long_passages_are_cut_between_turns_and_every_sentence_is_read_once():
    read = []

    def answer(audit):
        read.append([each.source_id for each in audit.passage])
        return finds()(audit)

    find(answer, chunks=(FIRST, RelevantChunk("small.0", 1, 2, 5, 3)), size=3)
    assert read == [["T0-S0", "T0-S1", "T1-S0"], ["T2-S0", "T2-S1"], ["T3-S0", "T3-S1", "T4-S0"], ["T5-S0"]]


def test_a_chunk_that_reaches_into_the_window_stops_the_run():
    with pytest.raises(LookAheadError, match="turn 8 is not in its history"):
        find(finds(), chunks=(RelevantChunk("small.0", 9, 7, 8, 3),))


def test_a_gap_whose_window_kept_no_chunk_is_not_audited():
    found, record = find(finds("T0-S1"), chunks=())
    assert (found, record.votes, record.rejections) == ((), (), ())
