"""Which of many similarities are high: a mixture of two Gaussians per row, all rows at once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.float64]

_STEPS = 50
_TOLERANCE = 1e-4
_LEAST_VARIANCE = 1e-6
_FEWEST = 4


def upper_part(values: Values) -> npt.NDArray[np.bool_]:
    """Return which values of each row belong to the higher of two Gaussians fitted to the row by EM.

    A value belongs to it when its posterior is above one half or it lies above that Gaussian's mean. A row
    with fewer than four values, or with values all alike, has no two parts, and none is high.

    Args:
        values: Shape (rows, columns).
    """
    if values.shape[1] < _FEWEST:
        return np.zeros(values.shape, dtype=np.bool_)
    mean = values.mean(axis=1, keepdims=True)
    variance = values.var(axis=1, keepdims=True)
    mixed = variance > _LEAST_VARIANCE
    spread = np.sqrt(variance)
    means = np.concatenate([mean - spread, mean + spread], axis=1)
    variances = np.maximum(np.concatenate([variance, variance], axis=1), _LEAST_VARIANCE)
    shares = np.full_like(means, 0.5)
    for _ in range(_STEPS):
        upper = _upper_posterior(values, means, variances, shares)
        before = means
        means, variances, shares = _moments(values, upper)
        if np.abs(means - before).max(initial=0.0) < _TOLERANCE:
            break
    upper = _upper_posterior(values, means, variances, shares)
    apart = mixed & (means[:, 1:] > means[:, :1])
    high: npt.NDArray[np.bool_] = ((upper > 0.5) | (values >= means[:, 1:])) & apart
    return high


def _upper_posterior(values: Values, means: Values, variances: Values, shares: Values) -> Values:
    lower, upper = (
        np.log(shares[:, part : part + 1])
        - 0.5 * np.log(variances[:, part : part + 1])
        - 0.5 * (values - means[:, part : part + 1]) ** 2 / variances[:, part : part + 1]
        for part in (0, 1)
    )
    posterior: Values = 1.0 / (1.0 + np.exp(np.clip(lower - upper, -60.0, 60.0)))
    return posterior


def _moments(values: Values, upper: Values) -> tuple[Values, Values, Values]:
    """Return means, variances and shares of the parts, each of shape (rows, 2)."""
    parts = np.stack([1.0 - upper, upper], axis=2)
    sizes = np.maximum(parts.sum(axis=1), 1e-9)
    means = (parts * values[:, :, None]).sum(axis=1) / sizes
    away = (values[:, :, None] - means[:, None, :]) ** 2
    variances = np.maximum((parts * away).sum(axis=1) / sizes, _LEAST_VARIANCE)
    return means, variances, sizes / values.shape[1]
