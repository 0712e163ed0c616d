"""Evidence by turn id: how much of it the memory drew on, and how much else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from streamrecall.metrics.memory_recall import held_share, states_turn
from streamrecall.records import Memory, Turn

_HELD_SHARE = 0.5
"""Least share of a turn's characters that a quotation of it holds, as for chunks."""


def evidence_recall(memory: Memory, evidence: Sequence[str], turns: Mapping[str, Turn]) -> float | None:
    """Return the share of the evidence turns among the memory's sources; None without evidence.

    An item of a paraphrasing memory that names several turns says where its words may be from, not that it
    tells what each of them said: such a turn counts only where the memory quotes half of it or a passage of
    one or two of its sentences states it.

    Args:
        memory: What was handed over.
        evidence: Ids of the turns that answer the question.
        turns: The dialogue's turns by id.
    """
    wanted = set(evidence)
    return len(wanted & told_turns(memory, wanted, turns)) / len(wanted) if wanted else None


def evidence_f1(memory: Memory, evidence: Sequence[str], turns: Mapping[str, Turn]) -> float | None:
    """Return the harmonic mean of evidence recall and the share of sources that are evidence.

    The papers' tables call a column Evidence F1 without a definition; this one is by turn id.
    """
    wanted = set(evidence)
    if not wanted:
        return None
    told = wanted & told_turns(memory, wanted, turns)
    return 2 * len(told) / (len(wanted) + len(memory.turn_ids))


def told_turns(memory: Memory, wanted: set[str], turns: Mapping[str, Turn]) -> set[str]:
    """Return those of the wanted turns that the memory tells."""
    named = wanted & memory.turn_ids
    if not memory.abstractive:
        return named
    alone = {item.turn_ids[0] for item in memory.items if len(item.turn_ids) == 1}
    return {
        turn_id
        for turn_id in named
        if turn_id in alone
        or held_share(turns[turn_id], memory) >= _HELD_SHARE
        or states_turn(turns[turn_id], [item for item in memory.items if turn_id in item.turn_ids])
    }
