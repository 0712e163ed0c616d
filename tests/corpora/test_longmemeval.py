import json
from pathlib import Path

import pytest
from corpus_documents import document

from streamrecall.corpora.longmemeval import load_longmemeval
from streamrecall.errors import DataError


def test_sessions_are_put_into_time_order(tmp_path: Path) -> None:
    document("longmemeval").write(tmp_path)
    corpus = load_longmemeval(tmp_path)
    (dialogue,), (question,) = corpus.dialogues, corpus.questions
    assert [(t.turn_id, t.speaker, t.time) for t in dialogue.turns] == [
        ("s1:0", "user", "2023-05-30T04:10:00"),
        ("s1:1", "assistant", "2023-05-30T04:10:00"),
        ("s2:0", "user", "2023-05-30T08:29:00"),
    ]
    assert (question.category, question.answer, question.evidence) == ("abstention", "7", ("s1:0",))
    assert question.asked_after == 2
    assert {o.kind for o in corpus.report.oddities} == {
        "sessions put into time order",
        "answer that is a number",
        "session after the question's date",
    }
    assert [(r.resolution.raw, r.resolution.turn_ids) for r in corpus.report.references] == [
        ("s1", ("s1:0", "s1:1")),
        ("s9", ()),
    ]


def test_unequal_lists_are_refused(tmp_path: Path) -> None:
    content = document("longmemeval").content
    document("longmemeval").write(tmp_path, json.dumps([content[0] | {"haystack_dates": []}]))
    with pytest.raises(DataError, match=r"\[0\]: 2 haystack_sessions, 2 .*_ids and 0 haystack_dates"):
        load_longmemeval(tmp_path)


def test_same_question_twice_is_refused(tmp_path: Path) -> None:
    document("longmemeval").write(tmp_path, json.dumps(document("longmemeval").content * 2))
    with pytest.raises(DataError, match="question 'q1_abs' stands twice"):
        load_longmemeval(tmp_path)
    assert len(load_longmemeval(tmp_path, limit=1).dialogues) == 1


@pytest.mark.shared_data
@pytest.mark.parametrize(
    ("file", "counts", "abstentions"),
    [
        ("longmemeval_s_1.json", (1, 53, 550), 0),
        ("longmemeval_oracle_2.json", (2, 4, 48), 1),
        ("reshaped_oracle_16.json", (16, 26, 306), 0),
        ("reshaped_s_abstain_4.json", (4, 48, 458), 4),
    ],
)
def test_real_counts(shared_dir: Path, file: str, counts: tuple[int, int, int], abstentions: int) -> None:
    corpus = load_longmemeval(shared_dir / "data" / "longmemeval", file=file)
    report = corpus.report
    assert (report.dialogues, report.sessions, report.turns) == counts
    assert sum(q.category == "abstention" for q in corpus.questions) == abstentions
    assert all(turn.time for dialogue in corpus.dialogues for turn in dialogue.turns)
    assert not report.unresolved()


@pytest.mark.shared_data
def test_evidence_turns_of_the_s_instance(shared_dir: Path) -> None:
    corpus = load_longmemeval(shared_dir / "data" / "longmemeval", file="longmemeval_s_1.json")
    assert len(corpus.questions[0].evidence) == 2
