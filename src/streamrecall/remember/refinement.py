"""Gap-conditioned turn extraction: from retrieved chunks to turns ordered by relevance (section 4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from streamrecall.records import Turn
from streamrecall.retrieval.stream_index import Hit, StreamIndex


@dataclass(frozen=True, slots=True)
class ScoredTurn:
    """A history turn and its relevance for one gap."""

    turn: Turn
    score: float


def extract_turns(index: StreamIndex, query: str, hits: Sequence[Hit]) -> list[ScoredTurn]:
    """Return the turns of the chunks, each once, by the cosine of turn and query; the later of equals first.

    Args:
        index: The history.
        query: The gap query.
        hits: The gap's chunks.
    """
    turns = {turn.index: turn for hit in hits for turn in index.turns_of(hit.chunk)}
    similarities = index.turn_similarities(query, list(turns))
    scored = [ScoredTurn(turn, float(s)) for turn, s in zip(turns.values(), similarities, strict=True)]
    return sorted(scored, key=lambda each: (-each.score, -each.turn.index))
