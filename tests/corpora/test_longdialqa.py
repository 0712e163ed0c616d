from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

from streamrecall.corpora.corpora import load_corpus
from streamrecall.corpora.longdialqa import load_longdialqa
from streamrecall.errors import DataError

SCRIPT = (
    "[Date: May 2, 2001, Session #1]\r\n\r\nAna: The boat is red.\r\nBo: \r\n\r\n\r\n"
    "[Date: March 9, 1999, Session #2]\r\n\r\nteacher): Sit.\r\nAna: La la\r\nla.\r\n\r\n"
    "[Date: May 3, 2001, Session #3]\r\n\r\nStory: Jo Doe\r\nBo: It was \ufffd blue.\r\n"
)


def row(session: int = 1, **changes: Any) -> dict[str, Any]:
    return {
        "Episode": "S01E01",
        "Session": session,
        "Date": "May 2, 2001",
        "Script": f"Ana: The boat is red.\nBo: Since day {session}?\n",
        "hard_qs_past_questions": [
            {"Ana": "What colour was my boat?", "default": "What colour was the boat?"}
        ],
        "hard_qs_past_options": [["Red.", "Blue.", "I don't know."]],
        "hard_qs_past_answers": ["Red."],
        "hard_qs_fu_questions": [],
        "hard_qs_fu_options": [],
        "hard_qs_fu_answers": [],
    } | changes


def write_parquet(folder: Path, *rows: dict[str, Any], name: str = "friends.parquet") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(list(rows)), path)
    return path


def test_sessions_stay_where_the_script_has_them(tmp_path: Path) -> None:
    (tmp_path / "dialsim_corpus_friends.txt").write_bytes(SCRIPT.encode())
    corpus = load_corpus("longdialqa", tmp_path)
    (dialogue,) = corpus.dialogues
    assert dialogue.dialogue_id == "friends"
    assert [(t.turn_id, t.speaker, t.text, t.date) for t in dialogue.turns] == [
        ("1:0", "Ana", "The boat is red.", "2001-05-02"),
        ("1:1", "Bo", "", "2001-05-02"),
        ("2:0", "teacher)", "Sit.", "1999-03-09"),
        ("2:1", "Ana", "La la\nla.", "1999-03-09"),
        ("3:0", "Bo", "It was \ufffd blue.", "2001-05-03"),
    ]
    assert [t.index for t in dialogue.turns] == list(range(5))
    counted = {oddity.kind: oddity.count for oddity in corpus.report.oddities}
    assert counted == {
        "turn without text": 1,
        "time goes back": 1,
        "stage direction as speaker": 1,
        "text of several lines": 1,
        "line without speaker joined to the one before": 1,
        "credits left out": 1,
        "replacement character": 1,
    }
    assert (corpus.report.messages, corpus.report.turns, corpus.report.skipped) == (6, 5, 1)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("Ana: Hi.\n", r"friends\.txt:1: an utterance before the first header"),
        (
            "[Date: May 2, 2001, Session #1]\nAna: Hi.\n[Date: May 2, 2001]\n",
            r"friends\.txt:3: expected a header",
        ),
        ("[Date: May 2, 2001, Session #1]\n\n", "holds no utterance"),
    ],
)
def test_a_broken_script_is_named(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "friends.txt").write_text(content)
    with pytest.raises(DataError, match=message):
        load_longdialqa(tmp_path)


def test_a_date_that_is_none_is_counted_not_invented(tmp_path: Path) -> None:
    (tmp_path / "friends.txt").write_text("[Date: February 30, 2001, Session #1]\nAna: Hi.\n")
    corpus = load_longdialqa(tmp_path)
    assert corpus.dialogues[0].turns[0].time is None
    assert [oddity.kind for oddity in corpus.report.oddities] == ["time not understood"]


def test_questions_are_asked_after_their_session(tmp_path: Path) -> None:
    write_parquet(tmp_path, row(1), row(2), row(3, hard_qs_past_questions=None))
    corpus = load_longdialqa(tmp_path)
    assert [turn.session for turn in corpus.dialogues[0].turns] == [
        f"S01E01/{session}" for session in (1, 1, 2, 2, 3, 3)
    ]
    assert [(q.text, q.answer, q.category, q.asked_after) for q in corpus.questions] == [
        ("What colour was the boat?", "Red.", "past", 1),
        ("What colour was the boat?", "Red.", "past", 3),
    ]
    assert [q.question_id for q in corpus.questions] == ["friends.S01E01/1.past0", "friends.S01E01/2.past0"]
    with_options = load_longdialqa(tmp_path, options=True)
    assert with_options.questions[0].text == "What colour was the boat?\nRed.\nBlue.\nI don't know."


@pytest.mark.parametrize(
    ("questions", "expected"),
    [
        ([{"Ana": "For me?", "Bo": None}], ["For me?"]),
        (["Plain?"], ["Plain?"]),
        ([{"Ana": None, "default": "  "}], []),
    ],
)
def test_wordings(tmp_path: Path, questions: list[Any], expected: list[str]) -> None:
    write_parquet(tmp_path, row(hard_qs_past_questions=questions))
    corpus = load_longdialqa(tmp_path)
    assert [question.text for question in corpus.questions] == expected
    left_out = sum(o.count for o in corpus.report.oddities if "left out" in o.kind)
    assert len(expected) + left_out == 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hard_qs_past_answers": []}, "1 hard_qs_past_questions, 1 hard_qs_past_options and 0"),
        ({"Script": None}, r"Script: expected a string, found null"),
    ],
)
def test_rows_that_do_not_fit_are_named(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    write_parquet(tmp_path, row(**changes))
    with pytest.raises(DataError, match=message):
        load_longdialqa(tmp_path)


def test_a_column_of_another_type_is_named(tmp_path: Path) -> None:
    import datetime

    write_parquet(tmp_path, row(Date=datetime.date(2001, 5, 2)))
    with pytest.raises(DataError, match="Date: expected a string, found a date"):
        load_longdialqa(tmp_path)


def test_a_cut_off_parquet_is_named(tmp_path: Path) -> None:
    path = write_parquet(tmp_path, row())
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(DataError, match="not a readable parquet file"):
        load_longdialqa(tmp_path)


def test_the_published_folders_are_read_and_a_show_stands_once(tmp_path: Path) -> None:
    write_parquet(tmp_path, row(), name="dialsim-theoffice/data/train-00000-of-00001.parquet")
    assert [d.dialogue_id for d in load_longdialqa(tmp_path).dialogues] == ["theoffice"]
    (tmp_path / "theoffice.txt").write_text("[Date: May 2, 2001, Session #1]\nAna: Hi.\n")
    with pytest.raises(DataError, match="holds the show 'theoffice', and so does"):
        load_longdialqa(tmp_path)


@pytest.mark.shared_data
def test_the_excerpts(shared_dir: Path) -> None:
    corpus = load_longdialqa(shared_dir / "data" / "longdialqa")
    assert {d.dialogue_id: len(d.turns) for d in corpus.dialogues} == {
        "bigbang": 701,
        "friends": 623,
        "theoffice": 173,
    }
    assert (corpus.report.sessions, corpus.report.turns, corpus.report.skipped) == (75, 1497, 4)
    counted: Counter[str] = Counter()
    for oddity in corpus.report.oddities:
        counted[oddity.kind] += oddity.count
    assert counted["stage direction as speaker"] == 22
    assert counted["several speakers at once"] == 3
    assert counted["turn without text"] == 2
    first, last = corpus.dialogues[1].turns[0], corpus.dialogues[1].turns[-1]
    assert (first.session, first.speaker, first.date) == ("1", "Monica", "1994-09-22")
    assert (last.session, last.date) == ("25", "1994-10-10")
