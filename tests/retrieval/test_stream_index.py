"""The searchable history of one dialogue."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_streams import batches, streams
from rank_bm25 import BM25Okapi

from streamrecall.errors import ConfigError, DataError, LookAheadError
from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.ports import Vectors
from streamrecall.records import Question, Turn, Window
from streamrecall.retrieval.rank_fusion import fuse_rankings
from streamrecall.retrieval.stream_index import StreamIndex
from streamrecall.retrieval.words import words
from streamrecall.text.windows import turn_tokens


class CountingEmbedder(HashedEmbedder):
    def __init__(self) -> None:
        super().__init__(64)
        self.texts: list[str] = []
        self.calls = 0

    def embed(self, texts: Sequence[str], kind: Literal["passage", "query"] = "passage") -> Vectors:
        self.texts += texts
        self.calls += 1
        return super().embed(texts, kind)


def dialogue(count: int = 30) -> list[Turn]:
    topics = ["the red kayak", "a birthday cake", "triple-A batteries", "the adoption agency"]
    return [
        Turn("d", i, f"t{i}", "Ana", f"message {i} about {topics[i % 4]}, told at some length")
        for i in range(count)
    ]


@settings(max_examples=25, deadline=None)
@given(streams(), st.data())
def test_any_batching_gives_the_same_index(turns: list[Turn], data: st.DataObject) -> None:
    rebuilt = StreamIndex(HashedEmbedder(64), 16, 4)
    rebuilt.observe(turns)
    grown = StreamIndex(HashedEmbedder(64), 16, 4)
    for batch in batches(data, turns):
        grown.observe(batch)
        if data.draw(st.booleans()):
            grown.fused("budget 会議", 3)
    assert grown.chunks == rebuilt.chunks
    for query in ("the budget 会議 same", "👍", ""):
        assert grown.sparse(query, 5) == rebuilt.sparse(query, 5)
        assert grown.dense(query, 5) == rebuilt.dense(query, 5)
        assert grown.fused(query, 5) == rebuilt.fused(query, 5)


@settings(max_examples=25, deadline=None)
@given(streams())
def test_sparse_scores_are_those_of_rank_bm25_over_the_chunks(turns: list[Turn]) -> None:
    index = StreamIndex(None, 16, 4)
    index.observe(turns)
    documents = [words(chunk.text) for chunk in index.chunks]
    hits = index.sparse("we agreed on the 会議 budget", 100)
    if hits:
        expected = BM25Okapi(documents).get_scores(words("we agreed on the 会議 budget"))
        np.testing.assert_allclose([hit.score for hit in hits], expected[[h.chunk.index for h in hits]])
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))


@settings(max_examples=25, deadline=None)
@given(streams())
def test_shares_of_a_chunk_add_up_to_its_tokens(turns: list[Turn]) -> None:
    index = StreamIndex(None, 16, 4)
    index.observe(turns)
    for chunk in index.chunks:
        shares = index.shares(chunk)
        assert sum(inside for _, inside, _ in shares) == chunk.tokens
        assert (shares[0][0].index, shares[-1][0].index) == (chunk.first_turn, chunk.last_turn)
        assert all(0 < inside <= total == turn_tokens(turn) for turn, inside, total in shares)


def test_fused_is_the_fusion_of_both_rankings() -> None:
    index = StreamIndex(HashedEmbedder(64), 32, 8)
    index.observe(dialogue())
    query = "what did the adoption agency say"
    sparse = [hit.chunk.index for hit in index.sparse(query, 5)]
    dense = [hit.chunk.index for hit in index.dense(query, 5)]
    fused = index.fused(query, 4, pool=5)
    assert [(hit.chunk.index, hit.score) for hit in fused] == fuse_rankings([sparse, dense])[:4]


def test_each_chunk_and_turn_is_embedded_once() -> None:
    embedder = CountingEmbedder()
    index = StreamIndex(embedder, 32, 8)
    turns = dialogue()
    for start in range(0, 30, 7):
        index.observe(turns[start : start + 7])
        index.dense("kayak", 3)
        index.dense("kayak", 3)
        index.turn_similarities("kayak", [turn.index for turn in index.turns])
        index.turn_similarities("kayak", [0, 0, 3])
    complete = [chunk.text for chunk in index.chunks if chunk.complete]
    counts = {text: embedder.texts.count(text) for text in [*complete, *(turn.render() for turn in turns)]}
    assert set(counts.values()) == {1}
    assert embedder.texts.count("kayak") == 1


def test_observing_needs_no_embedder() -> None:
    embedder = CountingEmbedder()
    index = StreamIndex(embedder)
    index.observe(dialogue())
    index.sparse("kayak", 3)
    assert embedder.calls == 0


def test_queries_are_embedded_in_one_batch() -> None:
    embedder = CountingEmbedder()
    index = StreamIndex(embedder, 32, 8)
    index.observe(dialogue())
    index.embed_queries(["kayak", "cake", "kayak"])
    assert embedder.calls == 1
    index.dense("kayak", 3)
    index.dense("cake", 3)
    assert embedder.calls == 2


def test_turn_similarities_are_the_cosines_in_the_order_asked() -> None:
    embedder = HashedEmbedder(64)
    index = StreamIndex(embedder, 32, 8)
    turns = dialogue()
    index.observe(turns)
    query = embedder.embed(["red kayak"], kind="query")[0]
    expected = embedder.embed([turns[i].render() for i in (5, 0, 5)]) @ query
    np.testing.assert_allclose(index.turn_similarities("red kayak", [5, 0, 5]), expected, rtol=1e-6)
    assert index.turn_similarities("red kayak", []).shape == (0,)


def test_turns_are_found_by_index_where_some_were_left_out() -> None:
    turns = [turn for turn in dialogue() if turn.index % 3]
    index = StreamIndex(None)
    index.observe(turns)
    assert index.turn(4).turn_id == "t4"
    assert index.cost(4) == turn_tokens(index.turn(4))
    assert index.tokens == sum(map(turn_tokens, turns))
    with pytest.raises(KeyError, match="index 3"):
        index.turn(3)


@pytest.mark.parametrize(
    ("turn", "message"),
    [
        (Turn("other", 3, "t3", "Ana", "x"), "dialogue 'other'"),
        (Turn("d", 1, "t9", "Ana", "x"), "does not follow 2"),
        (Turn("d", 3, "t1", "Ana", "x"), "'t1' occurs twice"),
    ],
)
def test_a_turn_that_does_not_continue_the_stream_is_refused_whole(turn: Turn, message: str) -> None:
    index = StreamIndex(None)
    index.observe(dialogue(2))
    with pytest.raises(DataError, match=message):
        index.observe([Turn("d", 2, "t2", "Ana", "y"), turn])
    assert [seen.turn_id for seen in index.turns] == ["t0", "t1"]


def test_a_cue_before_observed_turns_is_refused() -> None:
    index = StreamIndex(None)
    turns = dialogue(6)
    window = Window("d.w", "d", tuple(turns[4:]), 0)
    index.require_horizon(window)
    index.observe(turns[:4])
    index.require_horizon(window)
    index.require_horizon(Question("q", "d", "what?", asked_after=3))
    with pytest.raises(LookAheadError, match=r"'d': 4 turns observed, up to index 3, .* before 3"):
        index.require_horizon(Question("q", "d", "what?", asked_after=2))
    index.observe(turns[4:5])
    with pytest.raises(LookAheadError, match="before 4"):
        index.require_horizon(window)


def test_a_cue_of_another_dialogue_is_refused() -> None:
    index = StreamIndex(None)
    index.observe(dialogue(2))
    with pytest.raises(DataError, match="'e'"):
        index.require_horizon(Question("q", "e", "what?", asked_after=9))


def test_dense_search_without_an_embedder_says_what_to_give() -> None:
    index = StreamIndex(None)
    index.observe(dialogue(2))
    with pytest.raises(ConfigError, match="embedder"):
        index.dense("x", 1)
