"""Memory items that quote the history: a whole turn, or a chunk."""

from __future__ import annotations

from streamrecall.records import Chunk, MemoryItem, Turn, one_line
from streamrecall.retrieval.stream_index import StreamIndex
from streamrecall.text.tokens import count_tokens


def turn_item(
    turn: Turn, *, tokens: int | None = None, score: float | None = None, reason: str = ""
) -> MemoryItem | None:
    """Return the item that quotes a turn, ``Speaker: text``; None for a turn without text.

    Args:
        turn: The turn to quote.
        tokens: Its cost where it is known already (``StreamIndex.cost``); counted otherwise.
        score: The method's score.
        reason: What brought it in.
    """
    if not turn.text.strip():
        return None
    text = turn.render()
    return MemoryItem(
        text=text,
        turn_ids=(turn.turn_id,),
        first_turn=turn.index,
        tokens=count_tokens(text + "\n") if tokens is None else tokens,
        date=turn.date,
        score=score,
        reason=reason,
    )


def chunk_item(
    index: StreamIndex, chunk: Chunk, *, score: float | None = None, reason: str = ""
) -> MemoryItem | None:
    """Return the item that quotes a chunk on one line; None for a chunk without a visible character.

    A chunk cuts turns. It holds a turn (``turn_ids``) when at least half of the turn's tokens lie in it, or
    when the turn fills at least half of it; every chunk holds at least one. A turn that is not wholly in it
    is in ``partial_turn_ids`` as well, so that the scraps at its edges keep their provenance without
    counting as recalled.
    """
    text = one_line(chunk.text)
    if not text:
        return None
    shares = index.shares(chunk)
    held = [turn for turn, inside, total in shares if 2 * inside >= min(total, chunk.tokens)]
    return MemoryItem(
        text=text,
        turn_ids=tuple(turn.turn_id for turn in held),
        first_turn=held[0].index,
        tokens=count_tokens(text + "\n"),
        date=held[0].date,
        score=score,
        reason=reason,
        partial_turn_ids=tuple(turn.turn_id for turn, inside, total in shares if inside < total),
    )
