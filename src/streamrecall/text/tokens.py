"""cl100k_base token counts, offline (ReMEMBER, appendix D)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from bpe_openai import get_encoding

_PIECE_CHARACTERS = 40_000  # of at most four tokens each: the tokenizer refuses more than 200,000 in one call


@cache
def _encoding() -> Any:
    return get_encoding("cl100k_base")


def encode(text: str) -> list[int]:
    """Return the cl100k_base ids of ``text``; special tokens are read as plain text.

    Texts beyond 40,000 characters are encoded in pieces, cut after a line or before a word, where no token
    spans the cut; only such a text without any blank may differ from one call by a token at each seam.
    """
    ids: list[int] = []
    for piece in _pieces(text):
        ids.extend(_encoding().encode_ordinary(piece))
    return ids


def _pieces(text: str) -> Iterator[str]:
    start = 0
    while len(text) - start > _PIECE_CHARACTERS:
        end = start + _PIECE_CHARACTERS
        end = _line_start(text, start, end) or _blank_before_word(text, start, end) or end
        yield text[start:end]
        start = end
    yield text[start:]


def _line_start(text: str, start: int, end: int) -> int | None:
    """Return where the last line begins that has a visible first character."""
    found = text.rfind("\n", start, end)
    while found >= start and text[found + 1].isspace():
        found = text.rfind("\n", start, found)
    return None if found < start else found + 1


def _blank_before_word(text: str, start: int, end: int) -> int | None:
    """Return where the last single blank between visible characters stands."""
    found = text.rfind(" ", start + 1, end)
    while found > start and (text[found - 1].isspace() or text[found + 1].isspace()):
        found = text.rfind(" ", start + 1, found)
    return None if found <= start else found


@cache
def _single_token_bytes(token: int) -> bytes:
    raw: bytes = _encoding().decode_single_token_bytes(token)
    return raw


def token_bytes(ids: list[int]) -> list[bytes]:
    """Return the UTF-8 bytes of each token; a character may span several tokens."""
    return [_single_token_bytes(token) for token in ids]


def count_tokens(text: str) -> int:
    """Return the number of cl100k_base tokens of ``text``."""
    return len(encode(text))


def truncate_tokens(text: str, limit: int) -> str:
    """Return the longest prefix of whole characters that costs at most ``limit`` tokens."""
    ids = encode(text)
    if len(ids) <= limit:
        return text
    prefix = b"".join(token_bytes(ids[:limit])).decode("utf-8", errors="ignore")
    while count_tokens(prefix) > limit:
        prefix = prefix[:-1]
    return prefix
