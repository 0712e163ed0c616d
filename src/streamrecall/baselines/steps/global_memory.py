"""What MemoRAG's memory model does: compress the history, and draft clues from what it kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from streamrecall.records import Turn


@dataclass(frozen=True, slots=True)
class Clues:
    """What the memory suggests for a query (Qian et al., 2025, section 2).

    Attributes:
        spans: Passages it recalls or questions it would look up, each on one line, best first.
        answer: Its draft answer; may be empty.
    """

    spans: tuple[str, ...] = ()
    answer: str = ""

    @property
    def queries(self) -> tuple[str, ...]:
        """The spans and the draft answer without blanks and repetitions: what is searched for."""
        return tuple(query for query in dict.fromkeys((*self.spans, self.answer)) if query.strip())


class MemoryModel(Protocol):
    """Keeps the gist of a whole history and recalls from it.

    Attributes:
        failures: Queries that a model drafted no usable clues for; they are searched as they stand.
    """

    name: str
    failures: int

    def compress(self, segments: Sequence[Sequence[Turn]], limit: int) -> list[tuple[str, ...]]:
        """Return the gist of each segment as lines of at most about ``limit`` tokens in all."""
        ...

    def recall(self, memory: Sequence[str], query: str) -> Clues:
        """Return clues to a query from the lines of the memory, which are in the order of the stream.

        Args:
            memory: At least one line.
            query: The question or the rendered window.
        """
        ...
