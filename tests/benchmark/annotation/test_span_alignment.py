"""Spans of three annotators become utterances; every case is counted by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_dialogue import numbered

from streamrecall.benchmark.span_alignment import align_spans, best_overlap

CASES = [
    # first annotator, second, third, majority, utterances, left over
    ([(1,)], [(1,)], [(1,)], 2, [(1,)], []),
    ([(1, 2)], [(1, 2)], [], 2, [(1, 2)], []),
    ([(1, 2)], [(2,)], [(1, 2, 3)], 2, [(1, 2)], []),
    ([(1, 2)], [(1,), (2,)], [(1, 2)], 2, [(1, 2)], []),  # one splits what two merged
    ([(1, 2)], [(1,)], [(2,)], 2, [(1,), (2,)], []),  # only one merged them
    ([(1,)], [(2,)], [(4,)], 2, [], [((1,), 1), ((2,), 1), ((4,), 1)]),
    ([(4, 5)], [(4, 5)], [(4,)], 3, [(4,)], []),
    ([(4, 5)], [(4, 5)], [], 3, [], [((4, 5), 2)]),
    ([(2, 4)], [(2, 4)], [], 2, [(2, 4)], []),  # a whole turn lies between them
    ([(1, 4)], [(1, 4)], [], 2, [(1,), (4,)], []),  # a sentence of the same turn lies between them
    ([(1, 2, 3, 4)], [(3, 4, 5)], [(5, 6)], 2, [(3, 4), (5,)], []),
]


@pytest.mark.parametrize("case", CASES)
def test_the_majority_decides_on_sentences_and_on_joining_them(case):
    first, second, third, majority, utterances, left = case
    found = align_spans(numbered(), {"a": first, "b": second, "c": third}, majority)
    assert found == (utterances, left)


spans = st.lists(
    st.tuples(st.integers(1, 6), st.integers(0, 2)).map(
        lambda pair: tuple(range(pair[0], min(pair[0] + pair[1], 6) + 1))
    ),
    max_size=4,
)


@given(spans, spans, spans)
def test_every_span_is_in_an_utterance_or_left_over_and_order_does_not_matter(first, second, third):
    utterances, left = align_spans(numbered(), {"a": first, "b": second, "c": third}, 2)
    inside = {number for utterance in utterances for number in utterance}
    for span in (*first, *second, *third):
        assert inside.intersection(span) or span in dict(left)
    assert sorted(inside) == [number for utterance in utterances for number in utterance]
    assert align_spans(numbered(), {"c": third, "a": first, "b": second}, 2)[0] == utterances


def test_the_span_that_shares_most_speaks_for_an_annotator():
    assert best_overlap([(1,), (2, 3)], (2, 3)) == 1
    assert best_overlap([(1,), (2,)], (1, 2)) == 0
    assert best_overlap([(5,)], (1, 2)) is None
