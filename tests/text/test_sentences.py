"""Sentence spans cover the sentences of any script."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamrecall.text.sentences import sentence_spans, split_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Dr. Smith went home. He was tired.", ["Dr. Smith went home.", "He was tired."]),
        ("First line\nsecond line", ["First line", "second line"]),
        ("", []),
        ("  \n ", []),
        ("Really?! Yes 💐 indeed.", ["Really?!", "Yes 💐 indeed."]),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert split_sentences(text) == sentences


@given(st.text(max_size=300))
def test_spans_are_ordered_disjoint_and_lose_no_visible_character(text: str) -> None:
    spans = sentence_spans(text)
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(spans))
    outside = list(text)
    for start, end in spans:
        outside[start:end] = " " * (end - start)
    assert "".join(outside).strip() == ""
