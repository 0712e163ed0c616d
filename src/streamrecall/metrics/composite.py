"""Composite: the arithmetic mean of the four summary metrics (section 5.1)."""

from __future__ import annotations


def composite(
    window_completeness: float | None,
    gap_resolution_completeness: float | None,
    conciseness: float | None,
    faithfulness: float | None,
) -> float | None:
    """Return the mean of the four parts, or None while one of them is undefined."""
    parts = [
        part
        for part in (window_completeness, gap_resolution_completeness, conciseness, faithfulness)
        if part is not None
    ]
    return sum(parts) / 4 if len(parts) == 4 else None
