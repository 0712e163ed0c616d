"""What refining a query takes: an action, what was found so far, and a draft of the answer (RQ-RAG)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Refinement(StrEnum):
    """What RQ-RAG's special tokens ask for (Chan et al., 2024, section 2.1)."""

    REWRITE = "rewrite"
    DECOMPOSE = "decompose"
    DISAMBIGUATE = "disambiguate"


@dataclass(frozen=True, slots=True)
class Found:
    """A question and the passages found for it so far, best first within each step."""

    question: str
    passages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """What a trajectory would answer, and how sure of it one can be, in [0, 1]."""

    answer: str
    confidence: float


NO_DRAFT = Draft("", 0.0)
"""Of a path that answers nothing."""


class QueryRefiner(Protocol):
    """Takes the steps that RQ-RAG's trained model takes between two retrievals.

    Attributes:
        failures: Steps that a model gave no usable reply for; a refinement then ends its branch and a draft
            counts as empty and without confidence.
    """

    name: str
    failures: int

    def refine(self, action: Refinement, found: Sequence[Found]) -> list[tuple[str, ...]]:
        """Return the new queries for each, none where the action does not apply."""
        ...

    def draft(self, found: Sequence[Found]) -> list[Draft]:
        """Return a draft answer for each."""
        ...
