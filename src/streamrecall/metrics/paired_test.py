"""Paired comparison of two methods on the same units, clustered by dialogue.

Under the null hypothesis that a method and its reference are interchangeable within each dialogue, the
sum of a dialogue's differences is as likely with either sign. All sign patterns are enumerated where there
are few dialogues; otherwise they are drawn.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import nan

import numpy as np
import numpy.typing as npt

from streamrecall.metrics.cluster_bootstrap import RESAMPLES, cluster_bootstrap, cluster_sums

EXACT_CLUSTERS = 14


@dataclass(frozen=True, slots=True)
class PairedTest:
    """A method against a reference.

    Attributes:
        difference: Mean of the method minus mean of the reference, over the pairs.
        low: Lower bound of the clustered bootstrap interval of the difference; NaN with one cluster.
        high: Upper bound.
        p: Two-sided p value of the sign-flip test; NaN without pairs. It cannot fall below
            2 / 2**clusters.
        exact: Whether every sign pattern was enumerated.
    """

    difference: float
    low: float
    high: float
    p: float
    pairs: int
    clusters: int
    exact: bool


def paired_test(
    method: Sequence[float],
    reference: Sequence[float],
    clusters: Sequence[Hashable],
    *,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> PairedTest:
    """Compare two methods pair by pair.

    Args:
        method: The method's value of each unit.
        reference: The reference's value of the same unit.
        clusters: The dialogue of each unit.
        resamples: Draws of the interval, and of the signs where they are not enumerated.
        seed: Seed of both.

    Raises:
        ValueError: If the three sequences differ in length.
    """
    if len(method) != len(reference):
        raise ValueError(f"{len(method)} values of the method but {len(reference)} of the reference")
    differences = np.asarray(method, dtype=np.float64) - np.asarray(reference, dtype=np.float64)
    interval = cluster_bootstrap(differences, clusters, resamples=resamples, seed=seed)
    sums, _ = cluster_sums(differences, clusters)
    exact = sums.size <= EXACT_CLUSTERS
    if not sums.size:
        return PairedTest(nan, nan, nan, nan, 0, 0, exact=True)
    signs = _all_signs(sums.size) if exact else _drawn_signs(sums.size, resamples, seed)
    observed = abs(float(sums.sum()))
    extreme = int((np.abs(signs @ sums) >= observed - 1e-9).sum())
    p = extreme / len(signs) if exact else (extreme + 1) / (len(signs) + 1)
    return PairedTest(
        difference=interval.mean,
        low=interval.low,
        high=interval.high,
        p=p,
        pairs=interval.values,
        clusters=interval.clusters,
        exact=exact,
    )


def _all_signs(clusters: int) -> npt.NDArray[np.float64]:
    patterns = np.arange(2**clusters)[:, None] >> np.arange(clusters)[None, :]
    return np.where(patterns & 1, -1.0, 1.0)


def _drawn_signs(clusters: int, draws: int, seed: int) -> npt.NDArray[np.float64]:
    flips = np.random.default_rng(seed).integers(0, 2, size=(draws, clusters))
    return np.where(flips, -1.0, 1.0)
