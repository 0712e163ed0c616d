"""Vectors on disk by the content of their texts."""

import logging
import multiprocessing
import os
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from streamrecall.errors import DataError, ModelError
from streamrecall.models.embedding_cache import CachedEmbedder
from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.ports import Vectors


class DriftingEmbedder(HashedEmbedder):
    """Differs a little from call to call, as a padded batch does; ``drift`` sets where it starts."""

    def __init__(self, drift: float = 0.0) -> None:
        super().__init__(32)
        self.drift = drift
        self.calls: list[list[str]] = []

    def embed(self, texts: Sequence[str], kind: Literal["passage", "query"] = "passage") -> Vectors:
        self.calls.append(list(texts))
        self.drift += 1e-5
        return super().embed(texts, kind) + np.float32(self.drift)


def test_what_was_stored_first_comes_back(tmp_path: Path) -> None:
    embedder = DriftingEmbedder()
    cached = CachedEmbedder(embedder, tmp_path / "deep" / "vectors.sqlite")
    first = cached.embed(["a", "b", "a"])
    again = cached.embed(["c", "a", "b"])
    assert (first[[0, 1, 2]] == again[[1, 2, 1]]).all()
    assert embedder.calls == [["a", "b"], ["c"]]
    assert (cached.hits, cached.misses) == (3, 3)
    assert cached.embed([]).shape == (0, 32)


def test_another_kind_model_or_revision_shares_nothing(tmp_path: Path) -> None:
    path = tmp_path / "vectors.sqlite"
    embedder = DriftingEmbedder()
    CachedEmbedder(embedder, path).embed(["a"])
    CachedEmbedder(embedder, path).embed(["a"], kind="query")
    renamed = DriftingEmbedder()
    renamed.name = "another"
    revised = DriftingEmbedder()
    revised.revision = "another"
    CachedEmbedder(renamed, path).embed(["a"])
    CachedEmbedder(revised, path).embed(["a"])
    assert [len(e.calls) for e in (embedder, renamed, revised)] == [2, 1, 1]


def test_more_texts_than_one_look_up_takes(tmp_path: Path) -> None:
    texts = [f"text {i}" for i in range(1203)]
    path = tmp_path / "vectors.sqlite"
    first = CachedEmbedder(DriftingEmbedder(), path).embed(texts)
    again = CachedEmbedder(DriftingEmbedder(), path)
    assert (again.embed(texts[::-1]) == first[::-1]).all()
    assert again.misses == 0


def _write(path: Path, drift: float, start: int, out: Path) -> None:
    cached = CachedEmbedder(DriftingEmbedder(drift), path)
    rows = [cached.embed([f"text {i}" for i in range(first, first + 20)]) for first in range(start, 300, 10)]
    np.save(out, np.concatenate(rows))


def test_two_processes_that_write_at_once_agree(tmp_path: Path) -> None:
    path = tmp_path / "vectors.sqlite"
    context = multiprocessing.get_context("spawn")
    outs = [tmp_path / f"{i}.npy" for i in range(2)]
    writers = [context.Process(target=_write, args=(path, float(i), 0, outs[i])) for i in range(2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0]
    first, second = (np.load(out) for out in outs)
    assert (first == second).all()


def test_a_file_that_is_no_cache_is_named(tmp_path: Path) -> None:
    path = tmp_path / "vectors.sqlite"
    path.write_text("not a database " * 100)
    with pytest.raises(DataError, match=r"vectors\.sqlite.*Delete the file"):
        CachedEmbedder(DriftingEmbedder(), path).embed(["a"])


@pytest.mark.parametrize(
    ("damaged", "found"),
    [
        (np.zeros(31, "<f4").tobytes(), "124 bytes"),
        (np.zeros(64, "<f4").tobytes(), "256 bytes"),
        (b"", "0 bytes"),
        (np.full(32, np.nan, "<f4").tobytes(), "not finite"),
        (np.full(32, np.inf, "<f4").tobytes(), "not finite"),
        ("x" * 128, "str"),
        (7, "int"),
    ],
)
def test_a_damaged_vector_is_never_used(tmp_path: Path, damaged: object, found: str) -> None:
    path = tmp_path / "vectors.sqlite"
    cached = CachedEmbedder(DriftingEmbedder(), path)
    cached.embed(["a"])
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE vectors SET vector = ?", (damaged,))
    connection.close()
    with pytest.raises(
        DataError, match=rf"vectors\.sqlite: .*expected 32 .*found .*{found}\. Delete the file"
    ):
        cached.embed(["b", "a"])


class NarrowEmbedder(DriftingEmbedder):
    """Returns one number too few."""

    def embed(self, texts: Sequence[str], kind: Literal["passage", "query"] = "passage") -> Vectors:
        return super().embed(texts, kind)[:, 1:]


@pytest.mark.parametrize("embedder", [NarrowEmbedder(), DriftingEmbedder(float("nan"))])
def test_a_vector_that_is_none_is_not_stored(tmp_path: Path, embedder: DriftingEmbedder) -> None:
    path = tmp_path / "vectors.sqlite"
    with pytest.raises(ModelError, match=r"expected finite vectors of shape \(1, 32\)"):
        CachedEmbedder(embedder, path).embed(["a"])
    sound = DriftingEmbedder()
    CachedEmbedder(sound, path).embed(["a"])
    assert sound.calls == [["a"]]


def test_a_folder_in_place_of_the_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"is a folder.*Name a file"):
        CachedEmbedder(DriftingEmbedder(), tmp_path).embed(["a"])


def test_a_file_in_place_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="Name a file in a folder that can be written"):
        CachedEmbedder(DriftingEmbedder(), tmp_path / "file" / "vectors.sqlite").embed(["a"])


@contextmanager
def _read_only(folder: Path) -> Iterator[None]:
    """Take the right to write; also from root, who otherwise has it always."""
    for path in (*folder.iterdir(), folder):
        path.chmod(0o555)
    root = os.getuid() == 0
    if root:
        os.setresuid(65534, 65534, 0)
    try:
        yield
    finally:
        if root:
            os.setresuid(0, 0, 0)
        folder.chmod(0o755)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder outside pytest's own, which only its owner may enter."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


@pytest.mark.parametrize("journal_left", [False, True])
def test_a_cache_that_cannot_be_written_serves_what_it_holds(
    open_folder: Path, journal_left: bool, caplog: pytest.LogCaptureFixture
) -> None:
    path = open_folder / "vectors.sqlite"
    stored = CachedEmbedder(DriftingEmbedder(), path).embed(["a", "b"])
    reader = sqlite3.connect(path)
    if journal_left:
        reader.execute("SELECT count(*) FROM vectors").fetchone()
        stored = np.concatenate([stored, CachedEmbedder(DriftingEmbedder(), path).embed(["c"])])
    else:
        reader.close()
    texts = ["a", "b", "c"][: len(stored)]
    embedder = DriftingEmbedder(0.5)
    cached = CachedEmbedder(embedder, path)
    with _read_only(open_folder), caplog.at_level(logging.WARNING):
        assert (cached.embed(texts) == stored).all()
        assert embedder.calls == []
        fresh = cached.embed(["new", "a"])
        cached.embed(["new"])
    reader.close()
    assert (fresh[1] == stored[0]).all()
    assert embedder.calls == [["new"], ["new"]]
    assert [record.getMessage() for record in caplog.records] == [
        f"{path} cannot be written: new vectors are not stored"
    ]


def test_no_file_in_a_folder_that_cannot_be_written_is_named(open_folder: Path) -> None:
    with (
        _read_only(open_folder),
        pytest.raises(DataError, match=r"vectors\.sqlite.*Name a file in a folder that can be written"),
    ):
        CachedEmbedder(DriftingEmbedder(), open_folder / "vectors.sqlite").embed(["a"])
