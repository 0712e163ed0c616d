from math import isnan

import numpy as np
import pytest
from scipy import stats

from streamrecall.metrics.paired_test import paired_test


def scipy_p(ours: np.ndarray, theirs: np.ndarray, resamples: float = np.inf) -> float:
    return stats.permutation_test(
        (ours, theirs),
        lambda x, y, axis: np.mean(x - y, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=resamples,
        rng=np.random.default_rng(5),
    ).pvalue


@pytest.mark.parametrize("seed", range(4))
def test_clusters_of_one_agree_with_scipy_exactly(seed: int) -> None:
    rng = np.random.default_rng(seed)
    ours, theirs = rng.random(9) + 0.15, rng.random(9)
    test = paired_test(ours, theirs, range(9))
    assert test.exact
    assert test.p == pytest.approx(scipy_p(ours, theirs))
    assert test.difference == pytest.approx((ours - theirs).mean())


def test_many_clusters_agree_with_scipy_by_draws() -> None:
    rng = np.random.default_rng(8)
    ours, theirs = rng.random(40) + 0.08, rng.random(40)
    test = paired_test(ours, theirs, range(40), resamples=20_000)
    assert not test.exact
    assert test.p == pytest.approx(scipy_p(ours, theirs, 20_000), abs=0.02)


def test_three_clusters_by_hand() -> None:
    # cluster sums 2, 1, 1: of eight sign patterns only +++ and --- reach |4|
    test = paired_test([1, 1, 1, 1], [0, 0, 0, 0], ["a", "a", "b", "c"])
    assert test.p == 2 / 8
    assert (test.pairs, test.clusters) == (4, 3)


def test_equal_methods_do_not_differ() -> None:
    test = paired_test([0, 1, 1], [0, 1, 1], ["a", "b", "c"])
    assert (test.difference, test.p) == (0, 1)


def test_one_cluster_cannot_tell() -> None:
    test = paired_test([1, 1], [0, 0], ["a", "a"])
    assert test.p == 1
    assert isnan(test.low)


def test_no_pairs_are_no_test() -> None:
    test = paired_test([], [], [])
    assert isnan(test.p)
    assert test.pairs == 0


def test_lengths_must_agree() -> None:
    with pytest.raises(ValueError, match="1 values of the method but 2 of the reference"):
        paired_test([1.0], [1.0, 0.0], ["a"])
