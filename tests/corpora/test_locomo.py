import json
from collections import Counter
from pathlib import Path

import pytest
from corpus_documents import document

from streamrecall.corpora.corpus import Corpus
from streamrecall.corpora.evidence_ids import Outcome
from streamrecall.corpora.locomo import load_locomo, read_audit
from streamrecall.errors import DataError


def kinds(corpus: Corpus) -> Counter[str]:
    counts: Counter[str] = Counter()
    for oddity in corpus.report.oddities:
        counts[oddity.kind] += oddity.count
    return counts


@pytest.fixture
def small(tmp_path: Path) -> Corpus:
    document("locomo").write(tmp_path)
    return load_locomo(tmp_path)


def test_turns_carry_captions_and_local_times(small: Corpus) -> None:
    (dialogue,) = small.dialogues
    assert [(t.turn_id, t.text, t.session, t.time) for t in dialogue.turns] == [
        ("D1:1", "I moved to Oslo.", "session_1", "2023-05-08T13:56:00"),
        ("D1:2", "Show me!", "session_1", "2023-05-08T13:56:00"),
        ("D1:3", "Here.  [shares a photo: a photo of a fjord]", "session_1", "2023-05-08T13:56:00"),
        ("D2:1", "Two\nlines [shares a photo: a dog]", "session_2", "2023-05-09T00:05:00"),
        ("D2:2", "", "session_2", "2023-05-09T00:05:00"),
    ]


def test_questions_are_asked_at_the_end(small: Corpus) -> None:
    assert [(q.question_id, q.category, q.answer, q.evidence, q.asked_after) for q in small.questions] == [
        ("conv-1.q0", "single_hop", "Oslo", ("D1:1",), 4),
        ("conv-1.q1", "temporal", "2023", ("D1:1", "D2:1"), 4),
        ("conv-1.q2", "adversarial", "", (), 4),
    ]


def test_oddities_and_references_are_counted(small: Corpus) -> None:
    assert kinds(small) == {
        "date without a session": 1,
        "blanks around the text": 1,
        "caption without a picture address": 1,
        "text of several lines": 1,
        "turn without text": 1,
        "same speaker as the turn before": 1,
        "answer that is a number": 1,
        "question without an answer": 1,
        "question without evidence": 1,
        "question asked again": 1,
    }
    assert [(r.resolution.raw, r.resolution.outcome.value) for r in small.report.references] == [
        ("D1:1", "resolved"),
        ("D1:01; D2:1", "repaired"),
        ("D9:9", "unresolved"),
    ]
    assert small.report.unresolved()[0].question_id == "conv-1.q1"


def test_key_order_does_not_matter(tmp_path: Path, small: Corpus) -> None:
    content = document("locomo").content
    conversation = dict(reversed(content[0]["conversation"].items()))
    document("locomo").write(tmp_path, json.dumps([content[0] | {"conversation": conversation}]))
    assert load_locomo(tmp_path).dialogues == small.dialogues


def test_same_dialogue_twice_is_refused(tmp_path: Path) -> None:
    document("locomo").write(tmp_path, json.dumps(document("locomo").content * 2))
    with pytest.raises(DataError, match=r"locomo10\.json: \[1\]\.sample_id: dialogue 'conv-1' stands twice"):
        load_locomo(tmp_path)


def test_missing_file_says_where_to_get_it_and_the_licence(tmp_path: Path) -> None:
    with pytest.raises(
        DataError, match=r"locomo10\.json: .*github\.com/snap-research/locomo .*CC BY-NC 4\.0"
    ):
        load_locomo(tmp_path)


@pytest.fixture(scope="module")
def whole(shared_dir: Path) -> Corpus:
    return load_locomo(shared_dir / "data" / "locomo")


@pytest.mark.shared_data
def test_real_counts(whole: Corpus) -> None:
    report = whole.report
    assert (report.dialogues, report.sessions, report.turns, report.messages, report.skipped) == (
        10,
        272,
        5882,
        5882,
        0,
    )
    assert Counter(q.category for q in whole.questions) == {
        "multi_hop": 282,
        "temporal": 321,
        "open_domain": 96,
        "single_hop": 841,
        "adversarial": 446,
    }
    assert all(turn.time for dialogue in whole.dialogues for turn in dialogue.turns)
    first, last = whole.dialogues[0].turns[0], whole.dialogues[-1].turns[-1]
    assert (first.turn_id, first.speaker, first.time) == ("D1:1", "Caroline", "2023-05-08T13:56:00")
    assert (last.dialogue_id, last.turn_id) == ("conv-50", "D30:24")


@pytest.mark.shared_data
def test_real_oddities(whole: Corpus) -> None:
    counts = kinds(whole)
    assert counts["date without a session"] == 16
    assert counts["question without an answer"] == 444
    assert counts["answer that is a number"] == 6
    assert counts["question without evidence"] == 4
    assert counts["caption without a picture address"] == 316
    assert counts["text of several lines"] == 37
    assert counts["blanks around the text"] == 209
    assert counts["question asked again"] == 12


@pytest.mark.shared_data
def test_real_evidence(whole: Corpus) -> None:
    assert whole.report.outcomes() == {
        Outcome.RESOLVED: 2806,
        Outcome.REPAIRED: 6,
        Outcome.PARTIAL: 0,
        Outcome.UNRESOLVED: 3,
    }
    assert [(r.dialogue_id, r.resolution.raw) for r in whole.report.unresolved()] == [
        ("conv-42", "D10:19"),
        ("conv-42", "D"),
        ("conv-47", "D4:36"),
    ]
    repaired = {
        r.resolution.raw: r.resolution.turn_ids
        for r in whole.report.references
        if r.resolution.outcome is Outcome.REPAIRED
    }
    assert repaired["D8:6; D9:17"] == ("D8:6", "D9:17")
    assert repaired["D:11:26"] == ("D11:26",)
    assert repaired["D30:05"] == ("D30:5",)
    assert repaired["D22:1 D22:2 D9:10 D9:11"] == ("D22:1", "D22:2", "D9:10", "D9:11")


@pytest.mark.shared_data
@pytest.mark.parametrize(
    ("gold", "dialogue_id"), [("locomo1", "conv-26"), ("locomo5", "conv-43"), ("locomo9", "conv-49")]
)
def test_turns_agree_with_gold(shared_dir: Path, whole: Corpus, gold: str, dialogue_id: str) -> None:
    lines = (shared_dir / "gold" / "turns" / f"{gold}.jsonl").read_text().split("\n")
    rows = [json.loads(line) for line in lines if line]
    dialogue = next(d for d in whole.dialogues if d.dialogue_id == dialogue_id)
    assert [(t.turn_id, t.speaker, " ".join(t.text.split()), t.session) for t in dialogue.turns] == [
        (row["ref"], row["speaker"], row["text"], row["session"]) for row in rows
    ]


@pytest.mark.shared_data
def test_audit_names_questions(shared_dir: Path, whole: Corpus) -> None:
    path = shared_dir / "data" / "locomo" / "locomo_audit_errors.json"
    entries = read_audit(path, whole)
    assert (len(entries), sum(entry.affects_answer for entry in entries)) == (156, 99)
    assert entries[0].question_id == "conv-26.q1"


def test_audit_of_another_question_is_refused(tmp_path: Path, small: Corpus) -> None:
    path = tmp_path / "audit.json"
    row = {
        "question_id": "locomo_0_qa1",
        "question": "Who?",
        "error_type": "AMBIGUOUS",
        "correct_answer": "x",
    }
    path.write_text(json.dumps([row]))
    with pytest.raises(DataError, match=r"\[0\]\.question: is not the text of question 'conv-1\.q1'"):
        read_audit(path, small)
    path.write_text(json.dumps([row | {"question_id": "locomo_7_qa1"}]))
    with pytest.raises(DataError, match=r"\[0\]\.question_id: expected locomo_<dialogue>_qa<question>"):
        read_audit(path, small)
