"""Soft clusters with known parts, and inputs that have none."""

from importlib.util import find_spec

import numpy as np
import pytest

from streamrecall.baselines.soft_clustering import SoftClustering, best_component_count
from streamrecall.errors import ConfigError


def unit(rows):
    rows = np.asarray(rows, dtype=np.float64)
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def around(*centres, per_centre=12, spread=0.02, seed=3):
    noise = np.random.default_rng(seed)
    return unit(
        [c + noise.normal(0, spread, len(c)) for c in map(np.array, centres) for _ in range(per_centre)]
    )


AXES = np.eye(8)


def test_groups_far_apart_become_one_cluster_each():
    vectors = around(AXES[0], AXES[1], AXES[2])
    clusters = SoftClustering(dimensions=2)(vectors, [10] * 36)
    assert sorted(clusters) == [tuple(range(0, 12)), tuple(range(12, 24)), tuple(range(24, 36))]


def test_the_bic_finds_the_number_of_groups():
    points = np.concatenate([np.random.default_rng(1).normal(c, 0.1, (20, 2)) for c in (0.0, 3.0, 6.0, 9.0)])
    assert best_component_count(points, most=10, patience=3, seed=0) == 4


def test_a_node_between_two_groups_is_in_both():
    right = np.abs(np.random.default_rng(5).normal(1, 0.3, (30, 1)))
    plane = np.concatenate([-right, right, [[0.0]]])
    vectors = np.concatenate([plane, np.zeros((61, 2))], axis=1).astype(np.float32)
    clusters = SoftClustering(dimensions=1, most_clusters=2)(vectors, [1] * 61)
    assert len([cluster for cluster in clusters if 60 in cluster]) == 2
    assert set().union(*clusters) == set(range(61))


def test_a_cluster_over_the_limit_is_split_even_where_the_mixture_sees_one_group():
    same = np.repeat(unit([[1.0, 1.0, 0.0]]), 40, axis=0)
    clusters = SoftClustering(most_tokens=100)(same, [30] * 40)
    assert all(len(cluster) <= 3 for cluster in clusters)
    assert sorted(place for cluster in clusters for place in cluster) == list(range(40))


@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_fewer_points_than_dimensions_stay_together(count):
    vectors = around(AXES[0], per_centre=count) if count else np.empty((0, 8), np.float32)
    assert SoftClustering()(vectors, [5] * count) == ([tuple(range(count))] if count else [])


def test_one_node_longer_than_the_limit_is_a_cluster():
    clusters = SoftClustering(most_tokens=10)(around(AXES[0], AXES[1], per_centre=1), [50, 50])
    assert sorted(clusters) == [(0,), (1,)]


def test_the_same_vectors_give_the_same_clusters():
    vectors = unit(np.random.default_rng(2).normal(size=(60, 16)))
    clustering = SoftClustering(most_tokens=300)
    assert clustering(vectors, [40] * 60) == clustering(vectors, [40] * 60)


@pytest.mark.skipif(find_spec("umap") is not None, reason="umap-learn is installed")
def test_umap_that_is_not_installed_is_named():
    with pytest.raises(ConfigError, match=r"umap-learn.*streamrecall\[umap\]"):
        SoftClustering(reduction="umap", dimensions=2)(around(AXES[0], AXES[1], AXES[2]), [10] * 36)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(find_spec("umap") is None, reason="needs umap-learn, which compiles for minutes")
def test_umap_separates_groups_far_apart():
    clusters = SoftClustering(reduction="umap", dimensions=2)(around(AXES[0], AXES[1], AXES[2]), [10] * 36)
    assert {len({place // 12 for place in cluster}) for cluster in clusters} == {1}
