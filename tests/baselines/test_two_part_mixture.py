"""High similarities by a mixture of two Gaussians, beside scikit-learn's."""

import numpy as np
import pytest
from sklearn.mixture import GaussianMixture

from streamrecall.baselines.two_part_mixture import upper_part

NOISE = np.random.default_rng(4)
TWO_PARTS = np.concatenate([NOISE.normal(0.2, 0.05, 80), NOISE.normal(0.7, 0.05, 20)])


def test_two_heaps_are_told_apart():
    (high,) = upper_part(TWO_PARTS[None])
    assert high.tolist() == [False] * 80 + [True] * 20


@pytest.mark.parametrize("seed", range(5))
def test_it_agrees_with_an_independent_mixture(seed):
    noise = np.random.default_rng(seed)
    values = np.concatenate([noise.normal(0.2, 0.08, 120), noise.normal(0.6, 0.1, 40)])
    mixture = GaussianMixture(2, random_state=0).fit(values[:, None])
    upper = mixture.predict_proba(values[:, None])[:, mixture.means_.argmax()] > 0.5
    (high,) = upper_part(values[None])
    assert np.mean(high == upper) > 0.97


def test_each_row_is_judged_alone_and_shifts_change_nothing():
    rows = np.stack([TWO_PARTS, TWO_PARTS[::-1] + 0.1])
    together = upper_part(rows)
    assert (together[0] == together[1][::-1]).all()
    assert (together[0] == upper_part(rows[:1])[0]).all()


@pytest.mark.parametrize("values", [[], [0.9], [0.1, 0.2, 0.9], [0.5] * 10])
def test_too_few_or_equal_values_have_no_high_part(values):
    assert not upper_part(np.array([values], dtype=float)).any()
