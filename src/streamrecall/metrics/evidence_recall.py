"""Evidence by turn id: how much of it the memory drew on, and how much else."""

from __future__ import annotations

from collections.abc import Sequence

from streamrecall.records import Memory


def evidence_recall(memory: Memory, evidence: Sequence[str]) -> float | None:
    """Return the share of the evidence turns among the memory's sources; None without evidence."""
    wanted = set(evidence)
    return len(wanted & memory.turn_ids) / len(wanted) if wanted else None


def evidence_f1(memory: Memory, evidence: Sequence[str]) -> float | None:
    """Return the harmonic mean of evidence recall and the share of sources that are evidence.

    The papers' tables call a column Evidence F1 without a definition; this one is by turn id.
    """
    wanted, held = set(evidence), memory.turn_ids
    if not wanted:
        return None
    return 2 * len(wanted & held) / (len(wanted) + len(held))
