"""Brute force cosine search."""

import numpy as np
import pytest

from streamrecall.retrieval.dense import DenseIndex


def unit(rows: int, seed: int = 0) -> np.ndarray:
    vectors = np.random.default_rng(seed).normal(size=(rows, 8)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def test_search_equals_a_full_sort_while_the_array_grows() -> None:
    vectors = unit(300)
    index = DenseIndex(8)
    query = unit(1, seed=1)[0]
    for start in range(0, 300, 37):
        index.append(vectors[start : start + 37])
        cosines = vectors[: len(index)] @ query
        found = index.search(query, 5)
        assert [i for i, _ in found] == np.argsort(-cosines, kind="stable")[:5].tolist()
        assert [score for _, score in found] == pytest.approx(sorted(cosines, reverse=True)[:5])
    assert len(index) == 300


def test_equal_vectors_keep_their_order() -> None:
    index = DenseIndex(8)
    index.append(np.repeat(unit(1), 100, axis=0))
    assert [i for i, _ in index.search(unit(1)[0], 3)] == [0, 1, 2]


def test_truncated_rows_are_replaced() -> None:
    vectors = unit(4)
    index = DenseIndex(8)
    index.append(vectors[:2])
    index.truncate(1)
    index.append(vectors[2:])
    np.testing.assert_allclose(index.similarities(vectors[3]), vectors[[0, 2, 3]] @ vectors[3], rtol=1e-6)
    np.testing.assert_allclose(
        index.similarities(vectors[3], [2, 0]), vectors[[3, 0]] @ vectors[3], rtol=1e-6
    )


def test_vectors_of_another_model_are_refused() -> None:
    with pytest.raises(ValueError, match="shape"):
        DenseIndex(8).append(np.zeros((2, 9), dtype=np.float32))


def test_cosines_of_many_rows_are_those_of_each() -> None:
    rows = np.random.default_rng(0).normal(size=(5, 8)).astype(np.float32)
    index = DenseIndex(8)
    index.append(rows)
    expected = np.stack([index.similarities(row) for row in rows[:2]])
    assert index.cosines(rows[:2]) == pytest.approx(expected, rel=1e-5)
