import json
from pathlib import Path
from typing import Any

import pytest
from corpus_documents import EVERMEMBENCH_QA, document, evermembench_messages

from streamrecall.corpora.evermembench import load_evermembench
from streamrecall.errors import DataError


@pytest.fixture
def current(tmp_path: Path) -> Path:
    document("evermembench").write(tmp_path)
    (tmp_path / "01" / "qa_01.json").write_text(json.dumps(EVERMEMBENCH_QA))
    return tmp_path


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """The layout of the benchmark's first release: days by date, ``qars``, no message numbers."""
    days = {
        day["date"]: {
            group: [{k: v for k, v in m.items() if k != "message_index"} for m in messages]
            for group, messages in day["dialogues"].items()
            if messages is not None
        }
        for day in reversed(document("evermembench").content)
    }
    folder = tmp_path / "dataset" / "004"
    folder.mkdir(parents=True)
    (folder / "dialogue_en.json").write_text(json.dumps({"dialogues": days}))
    (folder / "qa_004.json").write_text(json.dumps({"qars": EVERMEMBENCH_QA}))
    return tmp_path


def oddities(folder: Path, **options: Any) -> dict[str, int]:
    counts: dict[str, int] = {}
    for oddity in load_evermembench(folder, **options).report.oddities:
        counts[oddity.kind] = counts.get(oddity.kind, 0) + oddity.count
    return counts


def test_each_group_is_a_dialogue(current: Path) -> None:
    corpus = load_evermembench(current)
    assert [(d.dialogue_id, len(d.turns)) for d in corpus.dialogues] == [("01.group_1", 7), ("01.group_2", 2)]
    last = corpus.dialogues[0].turns[-1]
    assert (last.turn_id, last.session, last.time) == (
        "2025-01-10/Group 1/3",
        "2025-01-10",
        "2025-01-10T09:03:15",
    )
    assert oddities(current) == {
        "group without messages on a day": 3,
        "question over several groups left out": 1,
        "same speaker as the turn before": 1,
    }


def test_a_question_belongs_to_the_group_of_its_evidence(current: Path) -> None:
    (question,) = load_evermembench(current).questions
    assert (question.dialogue_id, question.category, question.answer) == ("01.group_1", "F_SH", "B")
    assert question.text == "What was message 2?\nA. One\nB. Two"
    assert question.evidence == (
        "2025-01-09/Group 1/1",
        "2025-01-09/Group 1/3",
        "2025-01-09/Group 1/4",
    )
    (reference,) = load_evermembench(current).report.references
    assert (reference.resolution.outcome.value, reference.resolution.left) == ("partial", ("8",))


def test_merged_groups_keep_every_message_and_question(current: Path) -> None:
    corpus = load_evermembench(current, merge_groups=True)
    (dialogue,) = corpus.dialogues
    assert (dialogue.dialogue_id, len(dialogue.turns), len(corpus.questions)) == ("01", 9, 2)
    assert [t.turn_id for t in dialogue.turns[:3]] == [
        "2025-01-09/Group 1/1",
        "2025-01-09/Group 2/1",
        "2025-01-09/Group 1/2",
    ]


def test_older_layout_reads_alike(current: Path, older: Path) -> None:
    new, old = (load_evermembench(folder) for folder in (current, older / "dataset"))
    old_turns = [(t.turn_id, t.speaker, t.text, t.time) for d in old.dialogues for t in d.turns]
    assert old_turns == [
        (t.turn_id, t.speaker, t.text, t.time)
        for d in new.dialogues
        if d.dialogue_id[:2] == "01"
        for t in d.turns
    ]


def test_older_layout_counts_missing_numbers(older: Path) -> None:
    assert oddities(older / "dataset")["message without a number"] == 9
    assert [d.dialogue_id for d in load_evermembench(older / "dataset").dialogues] == [
        "004.group_1",
        "004.group_2",
    ]


def test_number_met_again_is_counted_and_kept(tmp_path: Path) -> None:
    content = document("evermembench").content
    content = [content[0] | {"dialogues": {"Group 1": evermembench_messages(2) + evermembench_messages(1)}}]
    document("evermembench").write(tmp_path, json.dumps(content))
    corpus = load_evermembench(tmp_path)
    assert [t.turn_id[-3:] for t in corpus.dialogues[0].turns] == ["1/1", "1/2", "1#2"]
    assert oddities(tmp_path)["message number met again"] == 1
    assert oddities(tmp_path)["topic without questions"] == 1


@pytest.mark.parametrize(
    ("message", "place"),
    [
        (
            {"message_index": "one"},
            r"\[0\]\.dialogues\.Group 1\[0\]\.message_index: expected a message number",
        ),
        ({"speaker": None}, r"\[0\]\.dialogues\.Group 1\[0\]\.speaker: expected a string, found null"),
        ({"dialogue": 3}, r"\[0\]\.dialogues\.Group 1\[0\]\.dialogue: expected a string"),
    ],
)
def test_broken_message_names_its_place(tmp_path: Path, message: dict[str, Any], place: str) -> None:
    rows = [evermembench_messages(1)[0] | message]
    content = [{"topic_id": "01", "date": "2025-01-09", "dialogues": {"Group 1": rows}}]
    document("evermembench").write(tmp_path, json.dumps(content))
    with pytest.raises(DataError, match=rf"01/dialogue\.json: {place}"):
        load_evermembench(tmp_path)


def test_missing_files_say_where_to_get_them(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"of corpus 'evermembench'.*EverMemBench-Dynamic.*Apache-2\.0"):
        load_evermembench(tmp_path)
