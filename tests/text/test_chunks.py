"""Chunks depend on the start of the dialogue alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamrecall.records import Chunk, Turn
from streamrecall.text.chunks import StreamChunker
from streamrecall.text.tokens import encode, token_bytes


def turns(texts: list[str]) -> list[Turn]:
    return [Turn("d", i, f"t{i}", "Ana", text) for i, text in enumerate(texts)]


def rebuilt(history: list[Turn], size: int, overlap: int) -> list[Chunk]:
    """The plain definition: encode everything, slice every stride."""
    owners: list[int] = []
    raw: list[bytes] = []
    for turn in history:
        if turn.text.strip():
            pieces = token_bytes(encode(turn.render() + "\n"))
            raw.extend(pieces)
            owners.extend([turn.index] * len(pieces))
    chunks: list[Chunk] = []
    start = 0
    while start < len(raw) and (start == 0 or start + overlap < len(raw)):
        piece = b"".join(raw[start : start + size])
        while piece and piece[0] & 0xC0 == 0x80:
            piece = piece[1:]
        held = owners[start : start + size]
        text = piece.decode(errors="ignore").strip()
        chunks.append(Chunk(len(chunks), text, len(held), held[0], held[-1], complete=len(held) == size))
        start += size - overlap
    return chunks


@given(
    st.lists(st.text(max_size=60), max_size=25),
    st.integers(2, 24).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1))),
    st.lists(st.integers(1, 5), min_size=1, max_size=25),
)
def test_incremental_equals_rebuilt(texts: list[str], shape: tuple[int, int], batches: list[int]) -> None:
    size, overlap = shape
    history = turns(texts)
    chunker = StreamChunker(size, overlap)
    chunks: list[Chunk] = []
    position = 0
    for batch in [*batches, len(history)]:
        chunks += chunker.append(history[position : position + batch])
        position += batch
        tail = chunker.tail()
        assert chunks + ([tail] if tail else []) == rebuilt(history[:position], size, overlap)


def test_every_token_of_a_long_emoji_turn_is_covered() -> None:
    history = turns(["💐" * 200])
    chunker = StreamChunker(16, 4)
    chunks = chunker.append(history)
    tail = chunker.tail()
    assert all("\ufffd" not in chunk.text for chunk in chunks)
    covered = sum(chunk.tokens for chunk in chunks) - 4 * (len(chunks) - 1) + (tail.tokens - 4 if tail else 0)
    assert covered == len(encode(history[0].render() + "\n"))


def test_an_overlap_that_leaves_no_stride_is_refused() -> None:
    with pytest.raises(ValueError, match="overlap"):
        StreamChunker(32, 32)
