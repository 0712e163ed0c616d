"""Conciseness: the share of summary sentences that serve the window or a resolved gap (section 3.3)."""

from __future__ import annotations

from collections.abc import Iterable


def conciseness(sentences: int, covering: Iterable[int], resolving: Iterable[int]) -> float:
    """Return |S_win union S_gap| / |S| (appendix B); an empty summary scores 0.

    Args:
        sentences: Number of summary sentences.
        covering: Positions of sentences that cover a salient utterance.
        resolving: Positions of sentences that express a resolved gap.
    """
    return len({*covering, *resolving}) / sentences if sentences else 0.0
