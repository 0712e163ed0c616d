"""Chunks of the rendered history (ReMEMBER, section 4.1: 128 tokens, 32 overlap).

Boundaries depend only on the start of the dialogue: chunk k covers tokens [k * stride, k * stride + size)
of the rendered turns. A complete chunk therefore never changes, and the history of every window is a
prefix of one chunk sequence plus an unfinished tail.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from streamrecall.records import Chunk, Turn
from streamrecall.text.tokens import encode, token_bytes

CHUNK_TOKENS = 128
CHUNK_OVERLAP = 32


class StreamChunker:
    """Cuts a growing dialogue into chunks; each ``append`` costs its own turns alone.

    Args:
        size: Tokens per chunk.
        overlap: Tokens a chunk shares with the one before it; less than ``size``.

    Raises:
        ValueError: If the overlap is not in [0, size).
    """

    def __init__(self, size: int = CHUNK_TOKENS, overlap: int = CHUNK_OVERLAP) -> None:
        if not 0 <= overlap < size:
            raise ValueError(f"chunk overlap must lie in [0, {size}), got {overlap}")
        self.size = size
        self.stride = size - overlap
        self._bytes: list[bytes] = []  # tokens from _offset on; earlier ones are in finished chunks only
        self._offset = 0
        self._next = 0
        self._starts: list[int] = []  # first token of each pending turn
        self._turns: list[int] = []

    def append(self, turns: Sequence[Turn]) -> list[Chunk]:
        """Add turns and return the chunks that they completed. Turns without text leave no tokens."""
        return self.append_encoded(turns, [encode_turn(turn) for turn in turns])

    def append_encoded(self, turns: Sequence[Turn], encoded: Sequence[list[int]]) -> list[Chunk]:
        """Do the same with what ``encode_turn`` returned for each turn."""
        for turn, ids in zip(turns, encoded, strict=True):
            if ids:
                self._starts.append(self._offset + len(self._bytes))
                self._turns.append(turn.index)
                self._bytes.extend(token_bytes(ids))
        finished: list[Chunk] = []
        while self._next * self.stride + self.size <= self._offset + len(self._bytes):
            finished.append(self._cut(self._next * self.stride, self.size, complete=True))
            self._next += 1
        self._forget()
        return finished

    def tail(self) -> Chunk | None:
        """Return the unfinished chunk at the end of the stream, or None when all tokens are covered."""
        start = self._next * self.stride
        covered = start - self.stride + self.size if self._next else 0
        end = self._offset + len(self._bytes)
        return None if end <= covered else self._cut(start, end - start, complete=False)

    def _cut(self, start: int, length: int, complete: bool) -> Chunk:
        tokens = self._bytes[start - self._offset : start - self._offset + length]
        first = bisect_right(self._starts, start) - 1
        last = bisect_right(self._starts, start + length - 1) - 1
        return Chunk(
            index=self._next,
            text=_whole_characters(b"".join(tokens)).strip(),
            tokens=len(tokens),
            first_turn=self._turns[first],
            last_turn=self._turns[last],
            complete=complete,
        )

    def _forget(self) -> None:
        start = self._next * self.stride
        if start > self._offset:
            del self._bytes[: start - self._offset]
            self._offset = start
            keep = bisect_right(self._starts, start) - 1
            del self._starts[:keep]
            del self._turns[:keep]


def encode_turn(turn: Turn) -> list[int]:
    """Return the tokens of the turn's rendered line and its line feed; none for a turn without text."""
    return encode(turn.render() + "\n") if turn.text.strip() else []


def _whole_characters(raw: bytes) -> str:
    """Decode UTF-8, leaving out the incomplete character that a token boundary may cut at either end."""
    start = 0
    while start < len(raw) and raw[start] & 0xC0 == 0x80:  # continuation bytes of a cut character
        start += 1
    return raw[start:].decode("utf-8", errors="ignore")
