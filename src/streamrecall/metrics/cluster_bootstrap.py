"""Percentile bootstrap of a mean, clustered by dialogue.

Windows of one dialogue share speakers, topics and history, so whole dialogues are resampled, not windows.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import nan

import numpy as np
import numpy.typing as npt

RESAMPLES = 10_000


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and its percentile interval; the bounds are NaN with fewer than two clusters."""

    mean: float
    low: float
    high: float
    values: int
    clusters: int


def cluster_bootstrap(
    values: Sequence[float] | npt.NDArray[np.float64],
    clusters: Sequence[Hashable],
    *,
    level: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Interval:
    """Return the mean of ``values`` with its interval over resampled clusters.

    Args:
        values: One number per unit: per instance for a macro mean, 0 or 1 per gap for a micro mean.
        clusters: The dialogue of each value.
        level: Share of the resampled means that the interval holds.
        resamples: Number of resamples.
        seed: Seed of the generator; equal input and seed give equal bounds.

    Raises:
        ValueError: If the two sequences differ in length.
    """
    sums, counts = cluster_sums(values, clusters)
    if not sums.size:
        return Interval(nan, nan, nan, 0, 0)
    mean = float(sums.sum() / counts.sum())
    if sums.size == 1:
        return Interval(mean, nan, nan, int(counts.sum()), 1)
    rng = np.random.default_rng(seed)
    draws = rng.multinomial(sums.size, np.full(sums.size, 1 / sums.size), size=resamples)
    means = (draws @ sums) / (draws @ counts)
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return Interval(mean, float(low), float(high), int(counts.sum()), int(sums.size))


def cluster_sums(
    values: Sequence[float] | npt.NDArray[np.float64], clusters: Sequence[Hashable]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return each cluster's sum and number of values, in order of first appearance."""
    if len(values) != len(clusters):
        raise ValueError(f"{len(values)} values but {len(clusters)} clusters")
    position: dict[Hashable, int] = {}
    index = np.array([position.setdefault(c, len(position)) for c in clusters], dtype=np.intp)
    sums = np.bincount(index, weights=np.asarray(values, dtype=np.float64), minlength=len(position))
    counts = np.bincount(index, minlength=len(position)).astype(np.float64)
    return sums.astype(np.float64), counts
