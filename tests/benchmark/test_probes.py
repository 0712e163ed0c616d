from itertools import pairwise
from pathlib import Path

import pytest

from streamrecall.benchmark.probes import in_stream_order, read_probes, write_probes
from streamrecall.corpora.sample import load_sample
from streamrecall.errors import DataError

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "01_raw" / "sample"


def test_probes_come_back_as_written(tmp_path: Path) -> None:
    questions = load_sample(SAMPLE).questions
    assert write_probes(tmp_path / "probes.jsonl", questions) == 84
    assert read_probes(tmp_path / "probes.jsonl") == questions


def test_stream_order_keeps_every_question() -> None:
    questions = load_sample(SAMPLE).questions
    ordered = in_stream_order(reversed(questions))
    assert sum(map(len, ordered.values())) == len(questions)
    for asked in ordered.values():
        assert all(a.asked_after <= b.asked_after for a, b in pairwise(asked))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"question_id": "q1"', r"probes\.jsonl:1: not valid JSON at column"),
        ('{"question_id": "q1", "asked_after": -1}', r":1: asked_after: expected a position from 0"),
        ('["q1"]', r":1: expected an object, found a list"),
    ],
)
def test_broken_line_names_its_place(tmp_path: Path, line: str, message: str) -> None:
    (tmp_path / "probes.jsonl").write_text(line + "\n")
    with pytest.raises(DataError, match=message):
        read_probes(tmp_path / "probes.jsonl")
