"""A chunk as the steps of a structured memory read it: its text and the turns it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from streamrecall.records import Chunk, Turn, one_line
from streamrecall.retrieval.stream_index import StreamIndex
from streamrecall.text.clauses import statements

_BEGINNING = 24
"""Characters of a clause by which it is found in a passage: a chunk may cut its end."""


@dataclass(frozen=True, slots=True)
class Passage:
    """One chunk of the stream.

    Attributes:
        text: On one line.
        turns: Those with text that it overlaps, in order.
    """

    text: str
    turns: tuple[Turn, ...]

    def statements(self) -> Iterator[tuple[Turn, str]]:
        """Yield the clauses that begin in the passage and state something, each with its turn."""
        for turn in self.turns:
            for clause in _statements(turn):
                if clause[:_BEGINNING] in self.text:
                    yield turn, clause


@lru_cache(maxsize=64)
def _statements(turn: Turn) -> tuple[str, ...]:
    """Keep what was read of the latest turns: a long one stands in many passages."""
    return tuple(statements(turn))


def passage_of(index: StreamIndex, chunk: Chunk) -> Passage:
    """Return the chunk with its turns."""
    return Passage(one_line(chunk.text), index.turns_of(chunk))
