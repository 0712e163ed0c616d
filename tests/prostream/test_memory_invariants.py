"""What holds after every step of any stream."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prostream_streams import THINGS, ask, check_invariants, dialogues, stream, turn
from random_streams import streams

from streamrecall.errors import DataError, LookAheadError
from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.prostream.state import state_digest
from streamrecall.records import Question, Window

EMBEDDER = HashedEmbedder(64)


@settings(max_examples=25, deadline=None)
@given(dialogues(), st.integers(30, 400), st.booleans())
def test_the_tree_is_sound_after_every_turn(turns, budget, ask_often):
    memory = stream(EMBEDDER, budget)
    for number, each in enumerate(turns):
        memory.observe([each])
        check_invariants(memory)
        if ask_often and number % 3 == 0:
            memory.recall(ask(each.text or "what?", memory, number), 200)
            check_invariants(memory)


@settings(max_examples=25, deadline=None)
@given(streams(), st.integers(0, 120))
def test_any_script_and_any_budget(turns, budget):
    memory = stream(EMBEDDER, 60)
    for each in turns:
        memory.observe([each])
    check_invariants(memory)
    asked = max((each.index for each in turns), default=0)
    found = memory.recall(Question("q", "d", "明日の会議? cake budget", asked), budget)
    assert found.tokens <= budget
    assert all(item.turn_ids for item in found.items)


@settings(max_examples=20, deadline=None)
@given(dialogues(), st.data())
def test_batches_do_not_matter(turns, data):
    whole, pieces = stream(EMBEDDER), stream(EMBEDDER)
    whole.observe(turns)
    position = 0
    while position < len(turns):
        size = data.draw(st.integers(1, 80))
        pieces.observe(turns[position : position + size])
        position += size
    assert state_digest(whole) == state_digest(pieces)


@settings(max_examples=15, deadline=None)
@given(dialogues())
def test_peek_reads_and_recall_counts(turns):
    memory, control = stream(EMBEDDER), stream(EMBEDDER)
    memory.observe(turns)
    control.observe(turns)
    question = ask("Which thing costs euros in Oslo?", memory)
    seen = memory.peek(question, 300)
    assert state_digest(memory) == state_digest(control)
    assert memory.recall(question, 300) == seen
    read = sum(int(layer.accesses.sum()) for layer in memory.tree.layers)
    paths = sum(item.reason == "long-term" for item in seen.items)
    assert (read > 0) == (paths > 0)


@settings(max_examples=15, deadline=None)
@given(dialogues(max_turns=40), st.integers(0, 500))
def test_tokens_are_those_of_the_rendered_memory(turns, budget):
    from streamrecall.text.tokens import count_tokens

    memory = stream(EMBEDDER)
    memory.observe(turns)
    found = memory.peek(ask("pottery class in Lima", memory), budget)
    assert found.tokens == count_tokens(found.render()) <= budget
    assert list(found.items) == sorted(found.items, key=lambda item: item.first_turn)


def test_nothing_after_the_cue_is_used():
    memory = stream(EMBEDDER)
    memory.observe([turn(0, "The cello is in Oslo."), turn(1, "It costs 40 euros.")])
    with pytest.raises(LookAheadError, match="turn 1"):
        memory.recall(Question("q", "d", "cello?", asked_after=0), 100)
    window = Window("d.0", "d", (turn(1, "It costs 40 euros."),), 0)
    with pytest.raises(LookAheadError):
        memory.recall(window, 100)
    assert memory.recall(Question("q", "d", "cello?", asked_after=1), 100).items


def test_a_window_is_answered_from_what_came_before():
    memory = stream(EMBEDDER, pending_capacity=0, leading_context=0)
    memory.observe([turn(i, f"We visit the {thing} in Oslo.") for i, thing in enumerate(THINGS)])
    window = Window("d.1", "d", (turn(8, "Is the leaking roof still a problem?"), turn(9, "")), 0)
    assert any("leaking roof" in item.text for item in memory.recall(window, 200).items)


def test_turns_must_come_in_order_and_from_one_dialogue():
    memory = stream(EMBEDDER)
    memory.observe([turn(0, "The cello is in Oslo."), turn(4, "It costs 40 euros.")])
    assert memory.counts.missing_turns == 3
    before = state_digest(memory)
    with pytest.raises(DataError, match="turn 4 comes after turn 4"):
        memory.observe([turn(5, "fine"), turn(4, "again")][1:])
    with pytest.raises(DataError, match="'other'"):
        from dataclasses import replace

        memory.observe([turn(5, "fine"), replace(turn(6, "x"), dialogue_id="other")])
    assert state_digest(memory) == before
