"""Agreement by hand, against independent libraries, and where it is not defined."""

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from streamrecall.metrics.agreement import cohen_kappa, fleiss_kappa, krippendorff_alpha, measure_agreement

LABELS = "abc"
FLEISS_1971 = [
    # how many of 14 raters chose each of five categories, item by item; kappa is .210
    (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
]  # fmt: skip


def test_fleiss_kappa_of_the_well_known_example():
    rows = [
        [category for category, count in enumerate(counts) for _ in range(count)] for counts in FLEISS_1971
    ]
    assert fleiss_kappa(rows) == pytest.approx(0.20993, abs=1e-5)


def test_values_by_hand():
    # 10 items, both yes 4, both no 3, yes/no 2, no/yes 1: observed .7, expected .6 * .5 + .4 * .5 = .5
    pairs = [(1, 1)] * 4 + [(0, 0)] * 3 + [(1, 0)] * 2 + [(0, 1)]
    assert cohen_kappa(pairs) == pytest.approx(0.4)
    measured = measure_agreement(
        {"x": {"a": 1, "b": 1, "c": 1}, "y": {"a": 1, "b": 0, "c": 1}, "z": {"a": 0, "b": 0}, "w": {"a": 1}},
        ["a", "b", "c"],
    )
    assert (measured.items, measured.complete) == (3, 2)
    assert measured.unanimous == pytest.approx(2 / 3)
    assert measured.pairwise == pytest.approx((3 + 1 + 1) / 7)
    assert measured.prevalence == {0: 3 / 8, 1: 5 / 8}
    assert set(measured.cohen_kappa) == {("a", "b"), ("a", "c"), ("b", "c")}


@given(st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from(LABELS)), min_size=2, max_size=30))
def test_cohen_kappa_equals_scikit_learns(pairs):
    ours = cohen_kappa(pairs)
    if len({label for pair in pairs for label in pair}) == 1:
        assert ours is None
    else:
        assert ours == pytest.approx(cohen_kappa_score(*zip(*pairs, strict=True)))


rows = st.lists(st.lists(st.sampled_from([*LABELS, None]), min_size=3, max_size=3), min_size=2, max_size=20)


@given(rows)
def test_krippendorff_alpha_equals_the_krippendorff_package(table):
    known = [[label for label in row if label is not None] for row in table]
    ours = krippendorff_alpha(known)
    pairable = {label for row in known if len(row) >= 2 for label in row}
    if len(pairable) < 2:
        assert ours is None
        return
    coded = np.array(
        [[np.nan if label is None else LABELS.index(label) for label in row] for row in table], dtype=float
    )
    assert ours == pytest.approx(krippendorff.alpha(coded.T, level_of_measurement="nominal"), abs=1e-9)


@given(st.lists(st.lists(st.sampled_from(LABELS), min_size=3, max_size=3), min_size=1, max_size=20))
def test_kappa_is_one_exactly_for_full_agreement_on_several_labels(table):
    kappa = fleiss_kappa(table)
    if kappa is None:
        assert len({label for row in table for label in row}) == 1
    else:
        assert kappa <= 1 + 1e-12
        assert (kappa == pytest.approx(1)) == all(len(set(row)) == 1 for row in table)


def test_undefined_values_are_none_and_unequal_items_are_refused():
    assert (cohen_kappa([]), fleiss_kappa([]), krippendorff_alpha([["a"]])) == (None, None, None)
    assert fleiss_kappa([["a"]]) is None
    with pytest.raises(ValueError, match="same number"):
        fleiss_kappa([["a", "b"], ["a"]])
