"""Packing under a budget, date headings included."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_streams import streams

from streamrecall.records import MemoryItem, Turn
from streamrecall.retrieval.memory_items import chunk_item, turn_item
from streamrecall.retrieval.packing import MemoryPacker
from streamrecall.retrieval.stream_index import StreamIndex
from streamrecall.text.tokens import count_tokens


def item(index: int, text: str = "", date: str | None = None) -> MemoryItem:
    text = text or f"Ana: message {index}"
    return MemoryItem(text, (f"t{index}",), index, count_tokens(text + "\n"), date=date)


@settings(max_examples=40, deadline=None)
@given(streams(), st.integers(0, 150), st.randoms(use_true_random=False))
def test_tokens_are_exact_and_within_the_budget(turns: list[Turn], budget: int, random: object) -> None:
    index = StreamIndex(None, 16, 4)
    index.observe(turns)
    items = [(turn_item(turn), 0) for turn in turns]
    items += [(chunk_item(index, chunk), chunk.index) for chunk in index.chunks]
    random.shuffle(items)  # type: ignore[attr-defined]
    packer = MemoryPacker("m", budget)
    for entry, position in items:
        if entry is not None:
            packer.offer(entry, position)
    memory = packer.build()
    assert memory.tokens == count_tokens(memory.render()) <= budget
    assert [entry.first_turn for entry in memory.items] == sorted(e.first_turn for e in memory.items)


@settings(max_examples=40, deadline=None)
@given(streams())
def test_what_is_refused_does_not_fit_or_is_in_already(turns: list[Turn]) -> None:
    items = [entry for turn in turns if (entry := turn_item(turn))]
    packer = MemoryPacker("m", 60)
    for entry in items:
        if not packer.offer(entry):
            larger = MemoryPacker("m", 1_000_000)
            for kept in (*packer.build().items, entry):
                larger.offer(kept)
            assert larger.tokens > 60
    assert not any(packer.offer(entry) for entry in packer.build().items)


def test_an_item_that_needs_a_new_heading_may_not_fit_where_another_does() -> None:
    first = item(0, date="2023-05-08")
    heading = count_tokens("[2023-05-08]\n")
    packer = MemoryPacker("m", 2 * first.tokens + heading)
    assert packer.offer(first)
    assert not packer.offer(item(2, date="2023-05-09"))
    assert packer.offer(item(1, date="2023-05-08"))
    assert packer.tokens == packer.budget


def test_a_flashback_between_two_items_of_one_date_costs_two_headings() -> None:
    packer = MemoryPacker("m", 1000)
    for index, date in ((0, "2023-05-08"), (2, "2023-05-08"), (1, "2001-01-01"), (3, None)):
        packer.offer(item(index, date=date))
    memory = packer.build()
    assert memory.render().count("[") == 3
    assert memory.tokens == count_tokens(memory.render())


def test_a_chunk_of_turns_that_are_all_in_is_refused() -> None:
    index = StreamIndex(None, 64, 16)
    turns = [Turn("d", i, f"t{i}", "Ana", f"short message {i}") for i in range(3)]
    index.observe(turns)
    (chunk,) = index.chunks
    packer = MemoryPacker("m", 1000)
    for turn in turns:
        packer.offer(turn_item(turn))  # type: ignore[arg-type]
    assert not packer.offer(chunk_item(index, chunk))  # type: ignore[arg-type]


def test_the_chunks_of_one_long_turn_are_all_taken_and_stand_in_order() -> None:
    index = StreamIndex(None, 16, 4)
    index.observe([Turn("d", 0, "t0", "Ana", " ".join(f"word{i}" for i in range(40)))])
    items = [chunk_item(index, chunk) for chunk in index.chunks]
    assert all(entry.turn_ids == ("t0",) == entry.partial_turn_ids for entry in items if entry)
    packer = MemoryPacker("m", 10_000)
    assert all(packer.offer(items[i], i) for i in reversed(range(len(items))))  # type: ignore[arg-type]
    assert packer.build().items == tuple(items)


def test_abstractive_items_may_share_their_turns() -> None:
    packer = MemoryPacker("m", 1000, abstractive=True)
    assert packer.offer(item(0, "They planned a trip."))
    assert packer.offer(item(0, "The trip goes to Oslo."))
    assert not packer.offer(item(0, "The trip goes to Oslo."))
    assert packer.build().abstractive


def test_a_chunk_names_the_turns_it_holds_in_substance() -> None:
    texts = ["one " * 20, "two " * 8, "three " * 8, "four " * 60]
    turns = [Turn("d", i, f"t{i}", "A", text.strip()) for i, text in enumerate(texts)]
    index = StreamIndex(None, 40, 10)
    index.observe(turns)
    shares = {turn.turn_id: (inside, total) for turn, inside, total in index.shares(index.chunks[1])}
    entry = chunk_item(index, index.chunks[1])
    assert entry is not None
    assert [t for t in shares if 2 * shares[t][0] >= min(shares[t][1], 40)] == list(entry.turn_ids)
    assert [t for t in shares if shares[t][0] < shares[t][1]] == list(entry.partial_turn_ids)
    assert set(shares) - set(entry.turn_ids) == {"t1"}, "only the end of t1 lies in the chunk"
    assert shares["t3"][0] < shares["t3"][1] / 2, "t3 is held because it fills half of the chunk"


@pytest.mark.parametrize("text", ["", "  ", "\n\u2028"])
def test_a_turn_without_text_makes_no_item(text: str) -> None:
    assert turn_item(Turn("d", 0, "t0", "Ana", text)) is None
