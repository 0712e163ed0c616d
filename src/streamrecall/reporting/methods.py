"""Names of the memory methods in tables: their order, the paper's rows, and what each one uses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from streamrecall.memories import PLAIN, STRUCTURED

REFERENCE = "Hybrid"
"""The strongest memory baseline of the paper; every method is compared with it."""

NO_MEMORY = "No Memory"
BASELINES = (
    "Ideal Memory", NO_MEMORY, "Full Memory", "Recent Memory", "Inc. Summary", "Hier. Summary", "Sparse",
    "Dense", "Hybrid",
)  # fmt: skip
_SUMMARY_MEMORIES = ("Inc. Summary", "Hier. Summary")
REMEMBER = "ReMEMBER"
ABLATIONS = {
    "ReMEMBER w/o gap-conditioned retrieval": "w/o Gap Conditioned Retrieval",
    "ReMEMBER w/o chunk refinement": "w/o Chunk Refinement",
}
"""Display name -> row of the paper's Table 4."""

_ORDER = {name: position for position, name in enumerate((*BASELINES, REMEMBER, *ABLATIONS))}
_WITHOUT_EMBEDDER = frozenset((*BASELINES, "Rolling Summary")) - {"Dense", "Hybrid"}
_WITHOUT_DETECTOR = frozenset((*BASELINES, *PLAIN, *STRUCTURED)) | {
    "ReMEMBER w/o gap-conditioned retrieval",
    "Reference queries (annotators' own)",
    "ProStream",
}


@dataclass(frozen=True, slots=True)
class Implementations:
    """What stands behind the ports in a run, by the names the implementations give themselves."""

    detector: str
    embedder: str
    summarizer: str
    memory_writer: str = ""
    memory_steps: str = ""
    distiller: str = ""

    def memory_writer_of(self, method: str) -> str:
        """Return what writes a method's summary or takes its steps, or "" where there is nothing to write."""
        if method in STRUCTURED:
            return self.memory_steps
        return self.memory_writer if method in _SUMMARY_MEMORIES else ""

    def detector_of(self, method: str) -> str:
        """Return the gap detector a method uses, or "" where it uses none."""
        return "" if method in _WITHOUT_DETECTOR else self.detector

    def embedder_of(self, method: str) -> str:
        """Return the embedder a method uses, or "" where it uses none."""
        return "" if method in _WITHOUT_EMBEDDER else self.embedder


def order_methods(methods: Iterable[str]) -> list[str]:
    """Return each method once: the paper's rows in its order, then variants in order of appearance."""
    return sorted(dict.fromkeys(methods), key=lambda name: _ORDER.get(name, len(_ORDER)))


def ablation_methods(methods: Iterable[str]) -> list[str]:
    """Return ReMEMBER, its ablations and every variant without a row of its own in the paper."""
    return [name for name in order_methods(methods) if name not in BASELINES]
