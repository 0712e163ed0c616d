"""Rolling Summary: when a model is asked, what it is shown, and what stands behind its sentences."""

import json

import pytest
from steps_of_a_model import prompted

from streamrecall.baselines.rolling_summary import RollingSummaryMemory
from streamrecall.baselines.steps.rolling_summary import ChatSummaryReviser
from streamrecall.models.replies.failure import ReplyError
from streamrecall.records import Question, Turn

TURNS = [Turn("d", i, f"t{i}", "Ana", f"The number {i} tram to Porto was late.") for i in range(12)]
TURNS[3] = Turn("d", 3, "t3", "Bo", "We repaired the old boiler in the cellar.")


def ask(memory: RollingSummaryMemory, after: int, budget: int = 200):
    return memory.recall(Question("q", "d", "Late?", after), budget)


def counting(request):
    number = counting.calls = counting.calls + 1
    return json.dumps({"summary": f"Summary {number}. Bo repaired the old boiler in the cellar."})


@pytest.fixture
def model():
    counting.calls = 0
    return prompted(counting)


def test_full_parts_are_worked_in_once_and_the_growing_part_each_time(model):
    steps, engine = model
    memory = RollingSummaryMemory(100, 40, ChatSummaryReviser(steps))
    memory.observe(TURNS[:7])
    assert engine.requests == []
    ask(memory, 6)
    parts = memory.cost.take()
    assert (parts.build_calls, parts.recall_calls) == (1, 1)
    assert len(engine.requests) == 2
    ask(memory, 6)
    again = memory.cost.take()
    assert (again.build_calls, again.recall_calls) == (0, 1)
    shown = engine.requests[1].messages[1].content
    assert "Summary 1." in shown
    assert "number 4 tram" in shown
    assert "number 1 tram" not in shown
    assert "under 100 tokens" in engine.requests[0].messages[0].content
    assert "under 200 tokens" in engine.requests[1].messages[0].content


def test_a_written_sentence_names_the_turn_it_tells(model):
    memory = RollingSummaryMemory(100, 40, ChatSummaryReviser(model[0]))
    memory.observe(TURNS)
    recalled = ask(memory, 11)
    assert (recalled.method, recalled.abstractive) == ("Rolling Summary", True)
    told = [item for item in recalled.items if "boiler" in item.text]
    assert [item.turn_ids for item in told] == [("t3",)]


def test_a_turn_that_left_the_summary_stands_behind_no_later_sentence():
    late, boiler = "The number 0 tram to Porto was late.", "Bo repaired the old boiler in the cellar."
    replies = iter([late, f"{late} {boiler}", f"{late} {boiler}"])
    steps, _ = prompted(lambda _: json.dumps({"summary": next(replies)}))
    memory = RollingSummaryMemory(100, 40, ChatSummaryReviser(steps))
    memory.observe(TURNS)
    told = {item.text: item.turn_ids for item in ask(memory, 11).items}
    assert "t0" in told[late]
    assert "t3" not in told[boiler]


def test_a_lost_summary_is_an_error_and_nothing_read_is_lost():
    replies = iter(["", "", *(json.dumps({"summary": f"Kept {i}."}) for i in range(9))])
    memory = RollingSummaryMemory(100, 40, ChatSummaryReviser(prompted(replies)[0]))
    memory.observe(TURNS[:4])
    with pytest.raises(ReplyError, match="rolling_summary"):
        ask(memory, 3)
    assert ask(memory, 3).items[0].text == "Kept 0."


def test_the_extractive_form_charges_the_calls_that_a_model_would_take(model):
    costs = []
    for reviser in (None, ChatSummaryReviser(model[0])):
        memory = RollingSummaryMemory(100, 40, reviser)
        memory.observe(TURNS)
        ask(memory, 11)
        costs.append(memory.cost.take())
    assert costs[0].build_calls == costs[1].build_calls > 0
    assert costs[0].recall_calls == costs[1].recall_calls


def test_an_empty_stream_and_an_empty_budget_ask_nobody(model):
    steps, engine = model
    memory = RollingSummaryMemory(100, 40, ChatSummaryReviser(steps))
    assert ask(memory, 11).items == ()
    memory.observe(TURNS[:2])
    assert ask(memory, 11, 0).items == ()
    assert engine.requests == []
