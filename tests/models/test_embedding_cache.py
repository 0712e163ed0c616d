"""Vectors on disk by the content of their texts."""

import multiprocessing
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from streamrecall.errors import DataError
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
