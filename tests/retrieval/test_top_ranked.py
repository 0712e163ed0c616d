"""Best k with ties in a fixed order."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from streamrecall.retrieval.top_ranked import top_ranked

SCORES = st.lists(st.integers(-3, 3), max_size=20)


@given(SCORES, st.integers(0, 25))
def test_equals_a_stable_sort(scores: list[int], top: int) -> None:
    expected = sorted(range(len(scores)), key=lambda i: (-scores[i], i))[:top]
    assert top_ranked(np.array(scores, dtype=np.float64), top).tolist() == expected


@given(SCORES, st.integers(0, 5), st.data())
def test_chooses_among_the_given_positions_alone(scores: list[int], top: int, data: st.DataObject) -> None:
    among = [i for i in range(len(scores)) if data.draw(st.booleans())]
    expected = sorted(among, key=lambda i: (-scores[i], i))[:top]
    chosen = top_ranked(np.array(scores, dtype=np.float64), top, among=np.array(among, dtype=np.int64))
    assert chosen.tolist() == expected
