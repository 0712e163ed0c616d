"""Words about the stream and the turns they were taken from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from streamrecall.baselines.summary_items import summary_items
from streamrecall.records import MemoryItem, Turn
from streamrecall.text.tokens import count_tokens


@dataclass(frozen=True, slots=True)
class SourcedText:
    """A sentence that was quoted, or a passage that was written.

    Attributes:
        turns: What it was made from, in order; never empty.
    """

    text: str
    turns: tuple[Turn, ...]

    def items(self, score: float | None = None, reason: str = "") -> list[MemoryItem]:
        """Return one memory item per sentence."""
        return summary_items(self.text, self.turns, score=score, reason=reason)


def leading_texts(texts: Sequence[SourcedText], tokens: int) -> tuple[SourcedText, ...]:
    """Return the leading texts that cost at most ``tokens`` together, and at least the first."""
    kept: list[SourcedText] = []
    for text in texts:
        tokens -= count_tokens(text.text + "\n")
        if tokens < 0 and kept:
            break
        kept.append(text)
    return tuple(kept)


def sources_of(texts: tuple[SourcedText, ...]) -> tuple[Turn, ...]:
    """Return every turn behind the texts, once each, in the order of the stream."""
    turns = {turn.index: turn for text in texts for turn in text.turns}
    return tuple(turns[index] for index in sorted(turns))
