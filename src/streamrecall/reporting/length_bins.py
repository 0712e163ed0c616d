"""Dialogue-length bins of Table 2 and Figure 2.

The length of an instance is its history and its window, the window taken as 1,024 tokens (appendix A.1);
K is a thousand tokens.
"""

from __future__ import annotations

from streamrecall.text.windows import WINDOW_TOKENS

LENGTH_BINS = ("-32K", "32K-64K", "64K-")
_EDGES = (32_000, 64_000)


def length_bin(history_tokens: int) -> str:
    """Return the bin of an instance with ``history_tokens`` before its window."""
    length = history_tokens + WINDOW_TOKENS
    return LENGTH_BINS[sum(length >= edge for edge in _EDGES)]
