"""RAG, Full Context and Rolling Summary: budget, order, horizon, and what each is for."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_streams import batches, streams

from streamrecall.baselines.full_context import FullContextMemory
from streamrecall.baselines.rag import RagMemory
from streamrecall.baselines.rolling_summary import RollingSummaryMemory
from streamrecall.errors import DataError, LookAheadError
from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.records import Question, Turn
from streamrecall.text.tokens import count_tokens

EMBEDDER = HashedEmbedder(128)
NEW = {
    "RAG": lambda: RagMemory(EMBEDDER, 32, 8),
    "Full Context": FullContextMemory,
    "Rolling Summary": lambda: RollingSummaryMemory(60, 60),
}
TURNS = [
    Turn("d", i, f"t{i}", "Ana", f"The number {i} tram to {p} is late.")
    for i, p in enumerate("ABCDEFGHIJ" * 4)
]


@pytest.mark.parametrize("name", NEW)
@settings(max_examples=25, deadline=None)
@given(turns=streams(), budget=st.integers(0, 200), data=st.data())
def test_any_stream_in_any_batches(name, turns, budget, data):
    whole, pieces = NEW[name](), NEW[name]()
    whole.observe(turns)
    for batch in batches(data, turns):
        pieces.observe(batch)
    question = Question("q", "d", "Which budget and cake?", max((t.index for t in turns), default=0))
    memory = whole.recall(question, budget)
    assert memory == pieces.recall(question, budget)
    assert memory.method == name
    assert memory.tokens == count_tokens(memory.render()) <= budget


@pytest.mark.parametrize("name", NEW)
def test_nothing_after_the_question_is_used(name):
    memory = NEW[name]()
    memory.observe(TURNS)
    with pytest.raises(LookAheadError):
        memory.recall(Question("q", "d", "Late?", 3), 100)
    with pytest.raises(DataError):
        memory.recall(Question("q", "other", "Late?", 99), 100)


def test_rag_finds_what_the_question_names():
    memory = RagMemory(EMBEDDER, 32, 8)
    memory.observe(TURNS)
    assert "t3" in memory.recall(Question("q", "d", "Is the number 3 tram to D late?", 39), 100).turn_ids


def test_full_context_holds_everything_that_fits_and_the_newest_otherwise():
    memory = FullContextMemory()
    memory.observe(TURNS)
    question = Question("q", "d", "Late?", 39)
    assert len(memory.recall(question, 10_000).items) == 40
    assert memory.recall(question, 60).items[-1].turn_ids == ("t39",)


def test_a_rolling_summary_stays_small_and_keeps_old_facts():
    memory = RollingSummaryMemory(summary_tokens=120, part_tokens=120)
    memory.observe([Turn("d", 0, "t0", "Ana", "My greyhound Parsnip is allergic to chicken.")])
    memory.observe([Turn("d", i, f"t{i}", "Ana", "Yes, the tram is late again.") for i in range(1, 200)])
    assert sum(sentence.item.tokens for sentence in memory._summary) <= 120
    assert "t0" in memory.recall(Question("q", "d", "Allergic?", 199), 120).turn_ids
