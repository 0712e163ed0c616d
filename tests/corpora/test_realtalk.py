import json
from collections import Counter
from pathlib import Path

import pytest
from corpus_documents import document

from streamrecall.corpora.corpus import Corpus
from streamrecall.corpora.evidence_ids import Outcome
from streamrecall.corpora.realtalk import load_realtalk
from streamrecall.errors import DataError


def kinds(corpus: Corpus) -> Counter[str]:
    counts: Counter[str] = Counter()
    for oddity in corpus.report.oddities:
        counts[oddity.kind] += oddity.count
    return counts


def test_small_chat(tmp_path: Path) -> None:
    document("realtalk").write(tmp_path)
    corpus = load_realtalk(tmp_path)
    (dialogue,) = corpus.dialogues
    assert [(t.turn_id, t.speaker, t.text, t.session, t.time) for t in dialogue.turns] == [
        ("D1:1", "Emi", "Hi", "session_1", "2023-12-29T22:01:04"),
        ("D1:3", "elise", "My\u2060 cat [shares a photo] [photo: a cat]", "session_1", "2023-12-29T22:02:04"),
        ("D1:4", "elise", "Bye", "session_2", "2023-12-29T22:03:04"),
    ]
    assert kinds(corpus) == {
        "no-break or invisible blanks": 1,
        "same speaker as the turn before": 1,
        "turn id of another session": 1,
        "speaker in lower case": 1,
        "speaker named otherwise in the file name": 1,
        "question that names no speaker": 1,
        "turn number left out": 1,
    }
    assert [(r.resolution.raw, r.resolution.turn_ids) for r in corpus.report.references] == [
        ("D1:1", ("D1:1",)),
        ("D1:2", ("D1:3",)),
        ("D1;4", ("D1:4",)),
        ("D58", ()),
    ]
    assert corpus.report.references[1].row() == {
        "dialogue_id": "Chat_1_Emi_Elise",
        "question_id": "Chat_1_Emi_Elise.q1",
        "raw": "D1:2",
        "outcome": "repaired",
        "turn_ids": "D1:3",
        "reason": "neighbouring image turn",
        "left": "",
    }


def test_missing_files_say_where_to_get_them(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no file Chat_\*\.json of corpus 'realtalk'.*REALTALK.*none stated"):
        load_realtalk(tmp_path)


@pytest.fixture(scope="module")
def whole(shared_dir: Path) -> Corpus:
    return load_realtalk(shared_dir / "data" / "realtalk")


@pytest.mark.shared_data
def test_real_counts(whole: Corpus) -> None:
    report = whole.report
    assert (report.dialogues, report.sessions, report.turns, report.skipped) == (10, 219, 8944, 0)
    assert Counter(q.category for q in whole.questions) == {
        "multi_hop": 301,
        "temporal": 319,
        "commonsense": 108,
    }
    assert all(turn.time for dialogue in whole.dialogues for turn in dialogue.turns)


@pytest.mark.shared_data
def test_real_oddities(whole: Corpus) -> None:
    counts = kinds(whole)
    assert counts["turn number left out"] == 329
    assert counts["same speaker as the turn before"] == 5145
    assert counts["text of several lines"] == 124
    assert counts["time goes back"] == 0
    foreign = {o.dialogue_id for o in whole.report.oddities if o.kind == "turn id of another session"}
    assert {name.split("_")[1] for name in foreign} == {"1", "2", "3", "4", "9"}
    lower = {o.example for o in whole.report.oddities if o.kind == "speaker in lower case"}
    assert lower == {"elise"}


@pytest.mark.shared_data
def test_real_evidence(whole: Corpus) -> None:
    references = whole.report.references
    assert len(references) == 1742
    assert whole.report.outcomes() == {
        Outcome.RESOLVED: 1554,
        Outcome.REPAIRED: 176,
        Outcome.PARTIAL: 0,
        Outcome.UNRESOLVED: 12,
    }
    reasons = Counter(r.resolution.reason for r in references if r.resolution.outcome is not Outcome.RESOLVED)
    assert reasons == {
        "neighbouring image turn": 128,
        "form": 30,
        "range": 18,
        "no such turn": 7,
        "empty": 3,
        "not an id": 2,
    }
    assert {r.resolution.raw for r in whole.report.unresolved()} == {
        *("D1:41", "D10:12", "D8:13", "D20:1", "D19:29"),
        *("", "D:56", "D58"),
    }


@pytest.mark.shared_data
@pytest.mark.parametrize(
    ("gold", "chat"), [("realtalk3", "Chat_3_Kevin_Paola"), ("realtalk8", "Chat_8_Akib_Muhhamed")]
)
def test_turns_agree_with_gold(shared_dir: Path, whole: Corpus, gold: str, chat: str) -> None:
    lines = (shared_dir / "gold" / "turns" / f"{gold}.jsonl").read_text().split("\n")
    rows = [json.loads(line) for line in lines if line]
    dialogue = next(d for d in whole.dialogues if d.dialogue_id == chat)
    assert [(t.turn_id, t.speaker, " ".join(t.text.split()), t.session) for t in dialogue.turns] == [
        (row["ref"], row["speaker"], row["text"], row["session"]) for row in rows
    ]
