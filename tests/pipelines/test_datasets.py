"""The project's own datasets: whole files, clear errors, sources never written."""

import multiprocessing
from collections.abc import Iterator
from pathlib import Path

import pytest
from kedro.io.core import DatasetError

from streamrecall.pipelines.datasets import (
    CorpusAnnotationsDataset,
    CorpusDataset,
    ExpectedValuesDataset,
    GoldAnnotationsDataset,
    GoldCorpusDataset,
    JsonLinesDataset,
)

ROWS = [{"text": "line\u2028separator and 💐"}, {"number": 0.1, "none": None, "list": [1, "a"]}]


def test_rows_come_back_and_give_the_same_bytes(tmp_path: Path) -> None:
    dataset = JsonLinesDataset(filepath=str(tmp_path / "deep" / "rows.jsonl"))
    assert not dataset.exists()
    dataset.save(ROWS)
    first = (tmp_path / "deep" / "rows.jsonl").read_bytes()
    assert dataset.load() == ROWS
    dataset.save(ROWS)
    assert (tmp_path / "deep" / "rows.jsonl").read_bytes() == first
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["rows.jsonl"]


def test_a_save_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    dataset = JsonLinesDataset(filepath=str(tmp_path / "rows.jsonl"))
    dataset.save(ROWS)
    with pytest.raises(DatasetError):
        dataset.save([{"ok": 1}, {"not json": object()}])
    assert dataset.load() == ROWS
    assert [path.name for path in tmp_path.iterdir()] == ["rows.jsonl"]


def test_two_writers_at_once_leave_the_rows_of_one(tmp_path: Path) -> None:
    """The slow writer is halfway through when the other starts and ends."""
    path = tmp_path / "rows.jsonl"

    class Rows(list[dict[str, object]]):
        def __iter__(self) -> Iterator[dict[str, object]]:
            yield {"slow": 1}
            context = multiprocessing.get_context("spawn")
            other = context.Process(
                target=_save, args=(str(path), [{"quick": number} for number in range(9)])
            )
            other.start()
            other.join()
            assert other.exitcode == 0
            seen.extend(JsonLinesDataset(filepath=str(path)).load())
            yield {"slow": 2}

    seen: list[dict[str, object]] = []
    JsonLinesDataset(filepath=str(path)).save(Rows())
    assert seen == [{"quick": number} for number in range(9)]
    assert JsonLinesDataset(filepath=str(path)).load() == [{"slow": 1}, {"slow": 2}]
    assert [each.name for each in tmp_path.iterdir()] == ["rows.jsonl"]


def _save(filepath: str, rows: list[dict[str, object]]) -> None:
    JsonLinesDataset(filepath=filepath).save(rows)


@pytest.mark.parametrize(("line", "said"), [("{broken", "not JSON"), ("[1]", "expected an object")])
def test_a_bad_line_is_named(tmp_path: Path, line: str, said: str) -> None:
    (tmp_path / "rows.jsonl").write_text('{"a": 1}\n' + line + "\n")
    with pytest.raises(DatasetError, match=rf"rows\.jsonl:2: {said}"):
        JsonLinesDataset(filepath=str(tmp_path / "rows.jsonl")).load()


def test_the_sample_is_a_corpus_with_annotations(repository: Path) -> None:
    folder = str(repository / "data/01_raw/sample")
    assert len(CorpusDataset(corpus="sample", filepath=folder).load().dialogues) == 2
    assert len(CorpusAnnotationsDataset(corpus="sample", filepath=folder).load()) == 14
    assert len(CorpusDataset(corpus="sample", filepath=folder, dialogues=1).load().dialogues) == 1
    first = CorpusAnnotationsDataset(corpus="sample", filepath=folder, dialogues=1).load()
    assert {instance.window.dialogue_id for instance in first} == {"chitchat"}


def test_a_corpus_without_annotations_has_none_to_load() -> None:
    assert CorpusAnnotationsDataset(corpus="locomo", filepath="data/01_raw/locomo").load() == []


@pytest.mark.parametrize("kind", [GoldCorpusDataset, GoldAnnotationsDataset])
def test_gold_without_its_files_says_what_to_give(kind: type) -> None:
    with pytest.raises(DatasetError, match=r"gold\.windows=FILE,gold\.turns=FOLDER"):
        kind(windows="", turns="").load()


def test_sources_are_never_written(repository: Path) -> None:
    with pytest.raises(DatasetError, match="never written"):
        ExpectedValuesDataset(filepath="expected/remember.yaml").save({})  # type: ignore[arg-type]
    with pytest.raises(DatasetError, match="never written"):
        CorpusDataset(corpus="sample", filepath="data/01_raw/sample").save({})  # type: ignore[arg-type]
