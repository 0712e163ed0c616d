"""cl100k_base token counts, offline (ReMEMBER, appendix D)."""

from __future__ import annotations

from functools import cache
from typing import Any

from bpe_openai import get_encoding

_PIECE_CHARACTERS = 500_000  # the tokenizer refuses 1,000,000 characters or more in one call


@cache
def _encoding() -> Any:
    return get_encoding("cl100k_base")


def encode(text: str) -> list[int]:
    """Return the cl100k_base ids of ``text``; special tokens are read as plain text.

    Texts beyond 500,000 characters are encoded in pieces, which may differ from one call by a token
    at each seam.
    """
    pieces = [text[i : i + _PIECE_CHARACTERS] for i in range(0, len(text), _PIECE_CHARACTERS)]
    ids: list[int] = []
    for piece in pieces:
        ids.extend(_encoding().encode_ordinary(piece))
    return ids


def token_bytes(ids: list[int]) -> list[bytes]:
    """Return the UTF-8 bytes of each token; a character may span several tokens."""
    single = _encoding().decode_single_token_bytes
    return [single(token) for token in ids]


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
