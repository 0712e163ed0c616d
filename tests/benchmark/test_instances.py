import json
from pathlib import Path
from typing import Any

import pytest

from streamrecall.benchmark.annotations import read_sample_annotations
from streamrecall.benchmark.instances import instance_row, read_instances, write_instances
from streamrecall.corpora.sample import load_sample
from streamrecall.errors import DataError
from streamrecall.records import Instance

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "01_raw" / "sample"


@pytest.fixture(scope="module")
def instances() -> tuple[Instance, ...]:
    return tuple(
        instance
        for dialogue in load_sample(SAMPLE).dialogues
        for instance in read_sample_annotations(SAMPLE / dialogue.dialogue_id / "gaps.json", dialogue)
    )


def test_instances_come_back_as_written(instances: tuple[Instance, ...], tmp_path: Path) -> None:
    path = tmp_path / "instances.jsonl"
    assert write_instances(path, instances) == 14
    assert len(path.read_text().splitlines()) == 14
    assert read_instances(path) == instances


def test_window_written_twice_is_refused(instances: tuple[Instance, ...], tmp_path: Path) -> None:
    path = tmp_path / "instances.jsonl"
    write_instances(path, (instances[0], instances[0]))
    with pytest.raises(DataError, match=r"instances\.jsonl:2: window_id: window 'chitchat\.7' stands twice"):
        read_instances(path)


def without_first_turn(row: Any) -> None:
    del row["turns"][1]


def other_dialogue(row: Any) -> None:
    row["turns"][2]["dialogue_id"] = "workplace"


def no_turns(row: Any) -> None:
    row["turns"] = []


def unknown_type(row: Any) -> None:
    row["salient"][0]["gap"]["type"] = "causal"


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (without_first_turn, r":1: turns\[1\]: expected turn 308, found 309"),
        (other_dialogue, r":1: turns\[2\]: expected a turn of dialogue 'chitchat'"),
        (no_turns, r":1: turns: a window needs at least one turn"),
        (unknown_type, r"salient\[0\]\.gap\.type: expected 'referential', .* found 'causal'"),
    ],
)
def test_broken_line_names_its_place(
    instances: tuple[Instance, ...], tmp_path: Path, spoil: Any, message: str
) -> None:
    row = json.loads(json.dumps(instance_row(instances[0])))
    spoil(row)
    path = tmp_path / "instances.jsonl"
    path.write_text(json.dumps(row) + "\n")
    with pytest.raises(DataError, match=message):
        read_instances(path)
