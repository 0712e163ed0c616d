"""What the atomic facts of a summary are verified against (ReMEMBER, appendix B)."""

from __future__ import annotations

from collections.abc import Iterable

from streamrecall.records import Memory, Turn, Window
from streamrecall.retrieval.stream_index import StreamIndex

PASSAGES = 50
"""Chunks searched for each fact where the whole history was the memory."""


def numbered_memory(memory: Memory) -> str:
    """Return the memory one item a line, numbered M0, M1, ..., with its date."""
    return "\n".join(
        f"M{number}: " + (f"[{item.date}] " if item.date else "") + item.text
        for number, item in enumerate(memory.items)
    )


def memory_and_window(window: Window, memory: Memory) -> str:
    """Return the transcript of methods that build a bounded memory: the memory and the window."""
    before = f"Memory of earlier conversation:\n{memory.render()}\n" if memory.items else ""
    return f"{before}Current window:\n{window.render()}"


class SearchedHistory:
    """The transcript of Full Memory: per fact, the chunks of the history that BM25 ranks first.

    The history is too long to be read against every fact. The window stands beside the chunks, since a
    fact may rest on it alone.

    Args:
        window: The summarised window.
        history: The dialogue's turns; those from the window on are left out.
        passages: Chunks per fact.
    """

    def __init__(self, window: Window, history: Iterable[Turn], passages: int = PASSAGES) -> None:
        self._window = window
        self._passages = passages
        self._index = StreamIndex(None)
        earlier = [
            turn
            for turn in history
            if turn.dialogue_id == window.dialogue_id and turn.index < window.first_turn
        ]
        self._index.observe(sorted(earlier, key=lambda turn: turn.index))

    def transcript(self, fact: str) -> str:
        """Return the passages found for one fact, in the order of the conversation, and the window."""
        hits = sorted(self._index.sparse(fact, self._passages), key=lambda hit: hit.chunk.index)
        passages = "\n\n".join(hit.chunk.text for hit in hits)
        return f"Passages of earlier conversation:\n{passages}\n\nCurrent window:\n{self._window.render()}"
