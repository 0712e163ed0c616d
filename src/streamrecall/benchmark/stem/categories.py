"""The seven kinds of question and the capability each examines (ProStream, sections 3.2 and 3.4)."""

from __future__ import annotations

from enum import StrEnum


class Category(StrEnum):
    """What a question asks of a memory."""

    SINGLE_HOP = "single_hop"
    OPEN_DOMAIN = "open_domain"
    ADVERSARIAL = "adversarial"
    MULTI_HOP = "multi_hop"
    COMPARATIVE = "comparative"
    AGGREGATIVE = "aggregative"
    TEMPORAL = "temporal"


_PERCEPTION, _LOGIC, _AWARENESS = (
    "High-Fidelity Perception",
    "Structural Logical Reasoning",
    "Dynamic Global Awareness",
)

CAPABILITY = {
    Category.SINGLE_HOP: _PERCEPTION,
    Category.OPEN_DOMAIN: _PERCEPTION,
    Category.ADVERSARIAL: _PERCEPTION,
    Category.MULTI_HOP: _LOGIC,
    Category.COMPARATIVE: _LOGIC,
    Category.AGGREGATIVE: _AWARENESS,
    Category.TEMPORAL: _AWARENESS,
}

LEAST_EVIDENCE = {
    Category.SINGLE_HOP: 1,
    Category.OPEN_DOMAIN: 1,
    Category.ADVERSARIAL: 1,
    Category.MULTI_HOP: 2,
    Category.COMPARATIVE: 2,
    Category.AGGREGATIVE: 1,
    Category.TEMPORAL: 1,
}
"""Turns of evidence a question of each kind needs at least."""

NOT_MENTIONED = "Not mentioned."
"""The answer to a question whose premise the stream does not support."""
