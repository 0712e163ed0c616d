"""Weights of granularities from how a question spreads over their units."""

import numpy as np
import pytest

from streamrecall.baselines.entropy_router import equal_weights, router_weights


def test_the_weights_of_two_granularities_by_hand():
    # 3/4, 1/4 has entropy 0.5623, 0.1308 below ln 2; 3/5, 1/5, 1/5 has 0.9503, 0.1483 below ln 3
    similarities = {"turn": np.array([np.log(3.0), 0.0]), "session": np.array([0.0, np.log(3.0), 0.0])}
    weights = router_weights(similarities, temperature=1.0)
    assert weights == pytest.approx({"turn": 0.4686, "session": 0.5314}, abs=1e-3)


def test_the_number_of_units_alone_gives_no_weight():
    spread = np.linspace(-1, 1, 40)
    weights = router_weights({"few": spread, "many": np.tile(spread, 10)}, 0.5)
    assert weights == pytest.approx({"few": 0.5, "many": 0.5})


def test_where_nothing_is_singled_out_weights_are_equal():
    similarities = {"a": np.array([0.9]), "b": np.array([0.1, 0.1]), "c": np.array([])}
    assert router_weights(similarities, 0.1) == pytest.approx({"a": 0.5, "b": 0.5, "c": 0.0})
    assert equal_weights(similarities, 0.1) == {"a": 0.5, "b": 0.5, "c": 0.0}
    assert router_weights({"c": np.array([])}, 0.1) == {"c": 0.0}


def test_a_clear_favourite_outweighs_an_even_spread():
    similarities = {"clear": np.array([0.9, 0.1, 0.1]), "even": np.array([0.5, 0.5, 0.4])}
    weights = router_weights(similarities, 0.05)
    assert weights["clear"] > 0.8
