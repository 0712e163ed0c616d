"""The best k of many scores, with ties in a fixed order."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def top_ranked(
    scores: npt.NDArray[np.floating[Any]], top: int, among: npt.NDArray[np.int64] | None = None
) -> npt.NDArray[np.int64]:
    """Return the positions of the ``top`` highest scores, best first; the lower of equals first.

    Args:
        scores: One-dimensional, without NaN.
        top: How many; fewer come back where there are fewer.
        among: Ascending positions to choose from; all by default.
    """
    positions = np.arange(len(scores), dtype=np.int64) if among is None else among
    if top <= 0:
        return positions[:0]
    values = scores[positions]
    if len(values) > top:
        threshold = np.partition(values, len(values) - top)[len(values) - top]
        keep = values >= threshold
        positions, values = positions[keep], values[keep]
    chosen: npt.NDArray[np.int64] = positions[np.argsort(-values, kind="stable")[:top]]
    return chosen
