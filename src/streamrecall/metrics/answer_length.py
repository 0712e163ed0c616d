"""Answer length, to be read beside every score that long answers raise."""

from __future__ import annotations

from streamrecall.text.tokens import count_tokens


def answer_length(answer: str) -> int:
    """Return the cl100k_base tokens of an answer."""
    return count_tokens(answer.strip())
