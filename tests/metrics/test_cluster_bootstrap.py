from math import isnan, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from streamrecall.metrics.cluster_bootstrap import cluster_bootstrap


def test_equal_seed_gives_equal_bounds() -> None:
    values, clusters = [0.0, 1.0, 1.0, 0.0, 1.0], ["a", "a", "b", "c", "c"]
    assert cluster_bootstrap(values, clusters, seed=3) == cluster_bootstrap(values, clusters, seed=3)


def test_clusters_of_one_agree_with_scipy() -> None:
    values = np.random.default_rng(1).random(60)
    ours = cluster_bootstrap(values, range(60), resamples=20_000)
    theirs = stats.bootstrap(
        (values,), np.mean, n_resamples=20_000, method="percentile", rng=np.random.default_rng(2)
    ).confidence_interval
    assert ours.mean == pytest.approx(values.mean())
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.005)


def test_equal_values_within_a_cluster_widen_the_interval() -> None:
    rng = np.random.default_rng(0)
    values = np.repeat(rng.integers(0, 2, 30), 20).astype(float)
    alone = cluster_bootstrap(values, range(600))
    together = cluster_bootstrap(values, [position // 20 for position in range(600)])
    assert (together.high - together.low) > 0.7 * sqrt(20) * (alone.high - alone.low)


def test_large_clusters_weigh_by_their_size() -> None:
    assert cluster_bootstrap([1.0, 1.0, 1.0, 0.0], "aaab").mean == 0.75


def test_one_cluster_has_a_mean_but_no_interval() -> None:
    interval = cluster_bootstrap([0.0, 1.0], ["a", "a"])
    assert (interval.mean, interval.clusters) == (0.5, 1)
    assert isnan(interval.low)
    assert isnan(interval.high)


def test_no_values_have_neither() -> None:
    interval = cluster_bootstrap([], [])
    assert isnan(interval.mean)
    assert interval.values == 0


def test_lengths_must_agree() -> None:
    with pytest.raises(ValueError, match="2 values but 1 clusters"):
        cluster_bootstrap([1.0, 2.0], ["a"])


@settings(max_examples=40)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=1, max_size=40))
def test_bounds_hold_the_mean_between_the_extreme_clusters(data: list) -> None:
    values, clusters = [float(value) for value, _ in data], [cluster for _, cluster in data]
    interval = cluster_bootstrap(values, clusters, resamples=200)
    if interval.clusters > 1:
        means = [np.mean([v for v, c in zip(values, clusters, strict=True) if c == k]) for k in set(clusters)]
        assert min(means) - 1e-12 <= interval.low <= interval.high <= max(means) + 1e-12
