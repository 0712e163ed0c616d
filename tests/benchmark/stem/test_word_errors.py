from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrecall.benchmark.stem.word_errors import spoken_words, word_errors

WORDS = st.lists(st.sampled_from("abc"), max_size=7).map(tuple)


@pytest.mark.parametrize(
    ("said", "heard", "errors"),
    [
        ("We leave at nine.", "we leave at 9", 0),
        ("It\u2019s caf\u00e9 time!", "its cafe time", 1),
        ("I don't know", "I do not know", 2),
        ("All right", "Alright", 2),
        ("", "thank you", 2),
        ("see you", "", 2),
        ("\U0001f600", "", 0),
        ("1,200 boats at 10:30", "1,200 boats at 10:30", 0),
    ],
)
def test_errors_by_hand(said: str, heard: str, errors: int) -> None:
    assert word_errors(spoken_words(said), spoken_words(heard)) == errors


def by_definition(said: tuple[str, ...], heard: tuple[str, ...]) -> int:
    """The recursion that defines the distance."""

    @cache
    def distance(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        changed = distance(i - 1, j - 1) + (said[i - 1] != heard[j - 1])
        return min(distance(i - 1, j) + 1, distance(i, j - 1) + 1, changed)

    return distance(len(said), len(heard))


@settings(max_examples=100, deadline=None)
@given(WORDS, WORDS)
def test_errors_are_the_edit_distance(said: tuple[str, ...], heard: tuple[str, ...]) -> None:
    assert word_errors(said, heard) == by_definition(said, heard)
