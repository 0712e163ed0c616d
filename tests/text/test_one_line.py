"""Text folded into one line."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from linear_patterns import assert_linear

from streamrecall import records
from streamrecall.records import one_line

PLAIN = re.compile(r"\s*[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+\s*")
"""What a run of line breaks is, stated without regard to time."""


@settings(max_examples=500, deadline=None)
@given(st.text(st.sampled_from("a \t\n\r\v\f\x1c\x1e\x1f\x85\xa0\u2028\u2029\u3000\u200b"), max_size=12))
def test_runs_of_blanks_with_a_line_break_become_one_blank(text: str) -> None:
    assert one_line(text) == PLAIN.sub(" ", text).strip()


@pytest.mark.parametrize(
    ("text", "line"), [("a \n b", "a b"), ("a  b", "a  b"), ("\n a\x85\t\u2028b \r\n", "a b"), (" \n ", "")]
)
def test_blanks_without_a_line_break_stay(text: str, line: str) -> None:
    assert one_line(text) == line


def test_a_run_of_blanks_is_tried_once() -> None:
    assert_linear(records._LINE_BREAKS)
    assert records._LINE_BREAKS.pattern.startswith(r"(?<!\s)")


@pytest.mark.parametrize("length", [1_000, 100_000, 1_000_000])
def test_long_runs_of_blanks_are_read(length: int) -> None:
    blanks = " " * length
    assert one_line(f"a{blanks}b") == f"a{blanks}b"
    assert one_line(f"a{blanks}\n{blanks}b") == "a b"
