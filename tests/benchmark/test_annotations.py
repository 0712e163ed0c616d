import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from streamrecall.benchmark.annotations import read_gold, read_sample_annotations
from streamrecall.corpora.sample import load_sample
from streamrecall.errors import DataError
from streamrecall.records import Dialogue, GapType, Instance
from streamrecall.text.windows import cut_windows

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "01_raw" / "sample"


def annotated(dialogue: Dialogue) -> tuple[Instance, ...]:
    return read_sample_annotations(SAMPLE / dialogue.dialogue_id / "gaps.json", dialogue)


@pytest.mark.parametrize(("position", "salient", "types"), [(0, 69, (11, 10, 7)), (1, 70, (11, 8, 9))])
def test_sample_annotations_have_the_documented_counts(
    position: int, salient: int, types: tuple[int, int, int]
) -> None:
    instances = annotated(load_sample(SAMPLE).dialogues[position])
    counts = Counter(gap.type for instance in instances for gap in instance.gaps)
    assert sum(len(instance.salient) for instance in instances) == salient
    assert tuple(counts[gap_type] for gap_type in GapType) == types


@pytest.mark.parametrize("position", [0, 1])
def test_sample_windows_are_those_that_cutting_gives(position: int) -> None:
    dialogue = load_sample(SAMPLE).dialogues[position]
    cut = {window.window_id: window for window in cut_windows(dialogue)}
    windows = [instance.window for instance in annotated(dialogue)]
    assert windows == [cut[window.window_id] for window in windows]
    assert [w.window_id for w in windows] == [k for k, w in cut.items() if w.history_tokens >= 7000]


def gold(tmp_path: Path, **window: Any) -> tuple[Path, Path]:
    turns = [
        {
            "turn": i,
            "ref": f"D1:{i + 1}",
            "speaker": "Ann",
            "text": text,
            "session": "session_1",
            "time": None,
        }
        for i, text in enumerate(["The key is under the mat.", "Thanks.", "Where was it again?"])
    ]
    (tmp_path / "talk.jsonl").write_text("".join(json.dumps(turn) + "\n" for turn in turns))
    gap = {
        "id": "G0",
        "type": "referential",
        "reason": "'it' is not named.",
        "evidence_turns": [0],
        "resolution": "The key is under the mat.",
        "queries": ["where it was", "place of it"],
        "keywords": [["it"], ["it", "place"]],
    }
    row = {
        "id": "talk.W0",
        "conversation": "talk",
        "source": "locomo",
        "domain": "chitchat",
        "first_turn": 2,
        "last_turn": 2,
        "history_tokens": 13,
        "salient": [{"id": "U0", "turns": [2], "utterance": "Where was it again?", "gap": gap}],
    }
    (tmp_path / "windows.json").write_text(json.dumps([row | window]))
    return tmp_path / "windows.json", tmp_path


def test_gold_form_becomes_instances(tmp_path: Path) -> None:
    (dialogue,), (instance,) = read_gold(*gold(tmp_path))
    assert [turn.turn_id for turn in dialogue.turns] == ["D1:1", "D1:2", "D1:3"]
    assert (instance.corpus, instance.window.first_turn, instance.window.history_tokens) == ("locomo", 2, 13)
    (gap,) = instance.gaps
    assert gap.keywords == ("it", "place")
    assert (gap.evidence, gap.query, gap.queries) == (
        ("D1:1",),
        "where it was",
        ("where it was", "place of it"),
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"conversation": "talks"}, r"windows\.json: \[0\]\.conversation: no turns file .*talks\.jsonl"),
        ({"conversation": "../talk"}, r"expected a plain file name"),
        ({"history_tokens": 15}, r"\[0\]\.history_tokens: annotated with 15 history tokens, .* have 13"),
        ({"last_turn": 3}, r"\[0\]\.last_turn: no turn 3 in dialogue 'talk', which has 3 turns"),
        ({"first_turn": "2"}, r"\[0\]\.first_turn: expected a whole number, found a string \('2'\)"),
        ({"last_turn": 1}, r"\[0\]\.last_turn: the window ends before it starts"),
        ({"domain": "home"}, r"\[0\]\.domain: expected 'chitchat' or 'workplace', found 'home'"),
        ({"salient": [{"id": "U0"}]}, r"\[0\]\.salient\[0\]: missing key 'turns'"),
    ],
)
def test_broken_gold_names_window_and_field(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_gold(*gold(tmp_path, **change))


def test_gold_turns_must_count_from_zero(tmp_path: Path) -> None:
    windows, turns = gold(tmp_path)
    lines = (tmp_path / "talk.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "talk.jsonl").write_text(lines[0] + lines[2] + lines[1])
    with pytest.raises(DataError, match=r"talk\.jsonl:2: turn: expected turn 1, found 2"):
        read_gold(windows, turns)


@pytest.mark.shared_data
def test_open_gold_is_read_whole(shared_dir: Path) -> None:
    dialogues, instances = read_gold(shared_dir / "gold" / "open.json", shared_dir / "gold" / "turns")
    gaps = Counter(gap.type for instance in instances for gap in instance.gaps)
    assert (len(dialogues), len(instances)) == (8, 32)
    assert sum(len(instance.salient) for instance in instances) == 296
    assert [gaps[gap_type] for gap_type in GapType] == [30, 11, 6]
    times = {d.dialogue_id: d.turns[0].time for d in dialogues}
    assert times["locomo1"] == "2023-05-08T13:56:00" and times["ES2004"] is None
