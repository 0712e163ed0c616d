"""What holds for every memory method, on random streams."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_streams import batches, streams

from streamrecall.errors import LookAheadError
from streamrecall.memories import ABLATED, MEMORIES, MemoryParts
from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.ports import StreamMemory
from streamrecall.records import Cue, Gap, GapType, Question, Turn, Window
from streamrecall.text.tokens import count_tokens

EMBEDDER = HashedEmbedder(64)
EVERY = {**MEMORIES, **ABLATED}
every_method = pytest.mark.parametrize("method", sorted(EVERY))
few = settings(max_examples=12, deadline=None)


def build(method: str, cue: Cue, history: Sequence[Turn]) -> StreamMemory:
    name = cue.window_id if isinstance(cue, Window) else cue.question_id
    evidence = tuple(turn.turn_id for turn in history[::3])
    gap = Gap("g", GapType.ATTRIBUTE, "", evidence, "", query="what about the budget?")
    parts = MemoryParts(EMBEDDER, {name: [gap], "d.early": []}, chunk_tokens=24, chunk_overlap=6)
    return EVERY[method](parts)


@st.composite
def asked_streams(draw: st.DrawFn) -> tuple[list[Turn], list[Turn], Cue]:
    """Return the history, the turns from the cue's horizon on, and a cue between them."""
    turns = draw(streams())
    cut = draw(st.integers(0, len(turns)))
    history, future = turns[:cut], turns[cut:]
    if future and draw(st.booleans()):
        window = future[: draw(st.integers(1, len(future)))]
        return history, future, Window("d.w", "d", tuple(window), history_tokens=0)
    asked_after = history[-1].index if history else -1
    text = draw(st.sampled_from(["what about the budget?", "会議はいつ", "", "👍"]))
    return history, future, Question("d.q", "d", text, asked_after=asked_after)


BUDGETS = st.integers(0, 200)


@every_method
def test_a_budget_below_0_is_refused_and_0_leaves_the_memory_empty(method: str) -> None:
    history = [Turn("d", number, f"t{number}", "Ann", f"budget {number}") for number in range(6)]
    cue = Question("d.q", "d", "what about the budget?", asked_after=5)
    memory = build(method, cue, history)
    memory.observe(history)
    empty = memory.recall(cue, 0)
    assert (empty.items, empty.tokens, empty.budget) == ((), 0, 0)
    with pytest.raises(ValueError, match="must be at least 0 tokens, got -1"):
        memory.recall(cue, -1)


@every_method
@few
@given(asked=asked_streams(), budget=BUDGETS)
def test_a_memory_costs_what_it_says_and_never_exceeds_its_budget(
    method: str, asked: tuple[list[Turn], list[Turn], Cue], budget: int
) -> None:
    history, _, cue = asked
    memory = build(method, cue, history)
    memory.observe(history)
    recalled = memory.recall(cue, budget)
    assert recalled.tokens == count_tokens(recalled.render()) <= budget == recalled.budget
    assert recalled.method == method == memory.name


@every_method
@few
@given(asked=asked_streams(), budget=BUDGETS)
def test_items_name_history_turns_and_stand_in_their_order(
    method: str, asked: tuple[list[Turn], list[Turn], Cue], budget: int
) -> None:
    history, _, cue = asked
    memory = build(method, cue, history)
    memory.observe(history)
    recalled = memory.recall(cue, budget)
    indexes = {turn.turn_id: turn.index for turn in history}
    for item in recalled.items:
        assert item.turn_ids
        assert indexes.keys() >= {*item.turn_ids, *item.partial_turn_ids}
        assert item.first_turn == min(indexes[turn_id] for turn_id in item.turn_ids)
        assert item.tokens == count_tokens(item.text + "\n")
    assert [item.first_turn for item in recalled.items] == sorted(i.first_turn for i in recalled.items)


@every_method
@few
@given(asked=asked_streams(), budget=BUDGETS, data=st.data())
def test_any_batching_and_any_earlier_question_gives_the_same_memory(
    method: str, asked: tuple[list[Turn], list[Turn], Cue], budget: int, data: st.DataObject
) -> None:
    history, _, cue = asked
    rebuilt = build(method, cue, history)
    rebuilt.observe(history)
    grown = build(method, cue, history)
    for batch in batches(data, history):
        grown.observe(batch)
        if data.draw(st.booleans()):
            early = Question("d.early", "d", "the budget 会議", asked_after=batch[-1].index)
            grown.recall(early, budget)
    assert grown.recall(cue, budget) == rebuilt.recall(cue, budget) == rebuilt.recall(cue, budget)


@every_method
@few
@given(asked=asked_streams(), budget=BUDGETS)
def test_nothing_at_or_after_the_horizon_is_seen(
    method: str, asked: tuple[list[Turn], list[Turn], Cue], budget: int
) -> None:
    history, future, cue = asked
    memory = build(method, cue, history)
    memory.observe(history)
    before = memory.recall(cue, budget)
    if future:
        memory.observe(future)
        with pytest.raises(LookAheadError):
            memory.recall(cue, budget)
    again = build(method, cue, history)
    again.observe(history)
    assert again.recall(cue, budget) == before
