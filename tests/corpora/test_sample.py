import json
import shutil
from pathlib import Path

import pytest

from streamrecall.corpora.sample import load_sample
from streamrecall.errors import DataError

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "01_raw" / "sample"


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SAMPLE, tmp_path / "sample"))


def test_counts_and_ends_of_both_streams() -> None:
    corpus = load_sample(SAMPLE)
    chitchat, workplace = corpus.dialogues
    assert [(d.dialogue_id, len(d.turns)) for d in corpus.dialogues] == [
        ("chitchat", 592),
        ("workplace", 626),
    ]
    assert chitchat.turns[0].text.startswith("They said yes.")
    assert (chitchat.turns[0].session, chitchat.turns[0].time) == ("1", "2026-01-10T09:12:00+00:00")
    assert workplace.turns[-1].turn_id == "w0626"
    assert (corpus.report.sessions, corpus.report.messages, corpus.report.skipped) == (55 + 24, 1218, 0)


def test_questions_are_asked_after_their_evidence() -> None:
    corpus = load_sample(SAMPLE)
    assert corpus.report.questions == len(corpus.questions) == 84
    turns = {d.dialogue_id: {t.turn_id: t.index for t in d.turns} for d in corpus.dialogues}
    assert all(turns[q.dialogue_id][e] <= q.asked_after for q in corpus.questions for e in q.evidence)
    first = corpus.questions[0]
    assert (first.question_id, first.asked_after, first.evidence) == ("chitchat.q01", 30, ("c0024",))


def test_no_stream_says_where_it_lies(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no stream found.*data/01_raw/sample"):
        load_sample(tmp_path)


def test_stream_without_domain_is_refused(copied: Path) -> None:
    (copied / "chitchat").rename(copied / "smalltalk")
    with pytest.raises(DataError, match="stream 'smalltalk' has no domain"):
        load_sample(copied)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"asked_after": "c9999"}, r"questions\.json: \[0\]\.asked_after: no turn 'c9999'"),
        ({"evidence": ["c0032"]}, r"\[0\]\.evidence\[0\]: evidence stands after"),
        ({"id": "chitchat.q02"}, r"\[1\]\.id: question id 'chitchat\.q02' stands twice"),
        ({"question": " "}, r"\[0\]\.question: expected a string that is not empty"),
        ({"entities": None}, r"\[0\]\.entities: expected a list, found null"),
    ],
)
def test_broken_question_names_its_place(copied: Path, change: dict[str, object], message: str) -> None:
    path = copied / "chitchat" / "questions.json"
    questions = json.loads(path.read_text())
    questions[0] |= change
    path.write_text(json.dumps(questions))
    with pytest.raises(DataError, match=message):
        load_sample(copied)
