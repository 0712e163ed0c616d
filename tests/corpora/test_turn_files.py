import json
from pathlib import Path
from typing import Any

import pytest

from streamrecall.corpora.turn_files import read_dialogues, write_dialogues
from streamrecall.errors import DataError
from streamrecall.records import Dialogue, Domain, Turn

DIALOGUE = Dialogue(
    "talk",
    "sample",
    Domain.CHITCHAT,
    (
        Turn("talk", 0, "a", "Ann", "two\u2028lines \U0001f600", "1", "2026-01-01T09:00:00"),
        Turn("talk", 1, "b", "Ben", "", reply_to="a"),
    ),
)


def test_dialogues_come_back_as_written(tmp_path: Path) -> None:
    other = Dialogue("work", "qmsum", Domain.WORKPLACE, (Turn("work", 0, "a", "PM", "Okay ."),))
    assert write_dialogues(tmp_path / "turns.jsonl", [DIALOGUE, other]) == 3
    assert read_dialogues(tmp_path / "turns.jsonl") == (DIALOGUE, other)


@pytest.mark.parametrize(
    ("line", "change", "message"),
    [
        (0, {"index": 1}, r":1: dialogue 'talk': expected turn 0, found 1"),
        (1, {"turn_id": "a"}, r":2: dialogue 'talk' has the turn id 'a' twice"),
        (1, {"domain": "workplace"}, r":2: dialogue 'talk' changes its corpus or domain"),
        (1, {"text": 5}, r":2: text: expected a string, found a number \(5\)"),
        (0, {"index": True}, r":1: index: expected a whole number, found true or false"),
    ],
)
def test_broken_line_names_its_place(tmp_path: Path, line: int, change: dict[str, Any], message: str) -> None:
    path = tmp_path / "turns.jsonl"
    write_dialogues(path, [DIALOGUE])
    rows = [json.loads(text) for text in path.read_text().split("\n") if text]
    rows[line] |= change
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(DataError, match=message):
        read_dialogues(path)
