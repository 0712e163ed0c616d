"""Reciprocal rank fusion."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamrecall.retrieval.rank_fusion import fuse_rankings


def test_worked_example() -> None:
    fused = fuse_rankings([[7, 3, 5], [5, 7]])
    assert [entry for entry, _ in fused] == [7, 5, 3]
    assert dict(fused) == pytest.approx({7: 1 / 61 + 1 / 62, 5: 1 / 63 + 1 / 61, 3: 1 / 62})


def test_equal_scores_are_ordered_by_the_entry() -> None:
    assert [entry for entry, _ in fuse_rankings([[9, 1], [1, 9]])] == [1, 9]


def test_any_number_of_rankings_and_another_constant() -> None:
    assert fuse_rankings([]) == []
    assert fuse_rankings([["b"], ["b"], ["a"]], k=0) == [("b", 2.0), ("a", 1.0)]


@given(st.lists(st.lists(st.integers(0, 9), unique=True), max_size=4))
def test_the_order_of_the_rankings_does_not_matter(rankings: list[list[int]]) -> None:
    forward, backward = dict(fuse_rankings(rankings)), dict(fuse_rankings(rankings[::-1]))
    assert forward == pytest.approx(backward)
