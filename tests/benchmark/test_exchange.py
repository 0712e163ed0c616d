"""A benchmark goes out as a folder and comes back; what does not hold together is refused."""

import json
from dataclasses import replace

import pytest

from streamrecall.benchmark.annotations import read_sample_annotations
from streamrecall.benchmark.data_card import data_card
from streamrecall.benchmark.exchange import DIALOGUES, INSTANCES, MANIFEST, export_benchmark, import_benchmark
from streamrecall.corpora.sample import load_sample
from streamrecall.errors import DataError


@pytest.fixture(scope="module")
def sample(repository):
    folder = repository / "data/01_raw/sample"
    dialogues = load_sample(folder).dialogues
    instances = [
        i for d in dialogues for i in read_sample_annotations(folder / d.dialogue_id / "gaps.json", d)
    ]
    return dialogues, instances


@pytest.fixture
def folder(sample, tmp_path):
    dialogues, instances = sample
    export_benchmark(
        tmp_path / "out", instances, dialogues, data_card(instances, {"annotations": "corpus"}, {})
    )
    return tmp_path / "out"


def test_what_goes_out_comes_back(folder, sample):
    dialogues, instances = import_benchmark(folder)
    assert (dialogues, list(instances)) == (sample[0], sample[1])


def test_the_same_benchmark_gives_the_same_bytes_and_only_its_dialogues(folder, sample, tmp_path):
    again = tmp_path / "again"
    card = (folder / "README.md").read_text()
    export_benchmark(again, sample[1], sample[0], card)
    for name in (INSTANCES, DIALOGUES, MANIFEST):
        assert (again / name).read_bytes() == (folder / name).read_bytes()
    export_benchmark(again, [i for i in sample[1] if i.window.dialogue_id == "chitchat"], sample[0], card)
    assert [dialogue.dialogue_id for dialogue in import_benchmark(again)[0]] == ["chitchat"]


def test_a_folder_of_another_tool_needs_no_manifest(folder):
    (folder / MANIFEST).unlink()
    (folder / "README.md").unlink()
    assert len(import_benchmark(folder)[1]) == 14


def test_a_changed_file_is_named(folder):
    with (folder / INSTANCES).open("a") as file:
        file.write("\n")
    with pytest.raises(DataError, match=r"benchmark\.jsonl: is not the file that the manifest names"):
        import_benchmark(folder)


def _gap(row):
    return next(each["gap"] for each in row["salient"] if each["gap"])


BROKEN = [
    (lambda row: row.update(history_tokens=1), "1 history tokens are given"),
    (lambda row: _gap(row).update(evidence=[row["turns"][0]["turn_id"]]), "which is not in its history"),
    (lambda row: _gap(row).update(evidence=["nobody"]), "'nobody', which is not in its history"),
    (lambda row: _gap(row).update(evidence=[]), "has no evidence"),
    (lambda row: row["salient"][0].update(turns=["c0001"]), "which is not in the window"),
    (lambda row: row["turns"][0].update(text="changed"), "its turns are not those of the dialogue"),
]


@pytest.mark.parametrize(("change", "said"), BROKEN)
def test_an_instance_that_does_not_hold_together_is_refused(folder, change, said):
    (folder / MANIFEST).unlink()
    rows = [json.loads(line) for line in (folder / INSTANCES).read_text().splitlines()]
    change(rows[0])
    (folder / INSTANCES).write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(DataError, match=said) as error:
        import_benchmark(folder)
    assert rows[0]["window_id"] in str(error.value)


def test_a_missing_file_says_what_a_benchmark_is(tmp_path):
    with pytest.raises(DataError, match=r"A benchmark is a folder with benchmark\.jsonl"):
        import_benchmark(tmp_path)


def test_the_card_counts_what_the_benchmark_holds(sample):
    card = data_card(sample[1], {"majority": "2 of 3"}, {"history too short": 5})
    assert "| workplace | 7 | 1 | 70 | 11 | 8 | 9 |" in card
    assert "- left out: 5 windows, history too short" in card
    assert "Apache-2.0" in card
    empty = data_card([replace(sample[1][0], salient=())], {}, {})
    assert "| chitchat | 1 | 1 | 0 | 0 | 0 | 0 |" in empty
