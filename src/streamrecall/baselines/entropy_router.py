"""How far each granularity is to be trusted for a question (Xu et al., 2025, section 3.3)."""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

_LEAST = 1e-9
"""Keeps every granularity that has units in the mean, and all alike where none tells anything."""

Name = TypeVar("Name", bound=str)
Similarities = Mapping[Name, npt.NDArray[np.floating[Any]]]
"""The cosines of a question with the units of each granularity."""


def router_weights(similarities: Similarities[Name], temperature: float) -> dict[Name, float]:
    """Return a weight per granularity, together 1: the more, the fewer units the question singles out.

    The softmax of a granularity's similarities is a distribution over its units. Its weight is proportional
    to how far the entropy stays below that of the uniform distribution, which does not depend on how many
    units there are: the bare entropy would always favour sessions, of which there are fewer than turns.
    Where the question singles out nothing anywhere, weights are equal; a granularity without units has none.

    Args:
        similarities: The cosines of the question with the units of each granularity.
        temperature: Of the softmax.
    """
    told = {
        name: max(_lost_entropy(values.astype(np.float64) / temperature), _LEAST)
        for name, values in similarities.items()
        if len(values)
    }
    total = sum(told.values())
    return {name: told.get(name, 0.0) / total if total else 0.0 for name in similarities}


def equal_weights(similarities: Similarities[Name], temperature: float) -> dict[Name, float]:
    """Return the same weight for every granularity that has units: no routing."""
    there = sum(len(values) > 0 for values in similarities.values())
    return {name: 1.0 / there if len(values) else 0.0 for name, values in similarities.items()}


def _lost_entropy(logits: npt.NDArray[np.float64]) -> float:
    """Return the entropy of the uniform distribution less that of the softmax, in nats."""
    shares = np.exp(logits - logits.max())
    shares /= shares.sum()
    said = shares[shares > 0]
    return log(len(logits)) + float((said * np.log(said)).sum())
