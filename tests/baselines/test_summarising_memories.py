"""Inc. Summary and Hier. Summary: one call per new segment, kept state, bounded memories, no look-ahead."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from streamrecall.baselines.extractive_summary_writer import ExtractiveSummaryWriter
from streamrecall.baselines.hierarchical_summary import HierarchicalSummaryMemory
from streamrecall.baselines.incremental_summary import IncrementalSummaryMemory
from streamrecall.baselines.summary_writer import ModelSummaryWriter, load_summary_prompts, summary_memory
from streamrecall.errors import LookAheadError
from streamrecall.models.chat_model import cut_off
from streamrecall.models.replies.failure import ReplyError
from streamrecall.models.scripted import ScriptedModel
from streamrecall.records import ChatReply, ChatRequest, Question, Turn
from streamrecall.text.tokens import count_tokens

TURNS = [Turn("d", n, f"t{n}", "Ann", f"item number {n} is done and dusted") for n in range(120)]


def cue(turns: int) -> Question:
    return Question("q", "d", "what is done?", asked_after=turns - 1)


def highest(request: ChatRequest) -> ChatReply | str:
    """Summarise as the numbers of the items that the request shows."""
    numbers = sorted({int(number) for number in re.findall(r"number (\d+) is", request.messages[1].content)})
    seen = re.findall(r"seen (\d+)-(\d+)", request.messages[1].content)
    first = min([*numbers[:1], *(int(a) for a, _ in seen)])
    last = max([*numbers[-1:], *(int(b) for _, b in seen)])
    return json.dumps({"summary": f"Items seen {first}-{last}."})


Make = Callable[[ScriptedModel], IncrementalSummaryMemory | HierarchicalSummaryMemory]


@pytest.fixture(params=["incremental", "hierarchical"])
def make(repository: Path, request: pytest.FixtureRequest) -> Make:
    def build(model: ScriptedModel) -> IncrementalSummaryMemory | HierarchicalSummaryMemory:
        writer = ModelSummaryWriter(model, load_summary_prompts(repository / "conf" / "base" / "prompts"))
        if request.param == "incremental":
            return IncrementalSummaryMemory(writer, segment_tokens=256, segment_overlap=64)
        return HierarchicalSummaryMemory(writer, summary_tokens=100, segment_tokens=256, segment_overlap=64)

    return build


def test_the_summary_covers_the_whole_history_and_names_its_turns(make: Make) -> None:
    memory = make(ScriptedModel(highest))
    memory.observe(TURNS)
    recalled = memory.recall(cue(120), 50)
    assert recalled.render() == "Items seen 0-119.\n"
    assert recalled.abstractive
    assert recalled.turn_ids == {turn.turn_id for turn in TURNS}
    assert recalled.tokens == count_tokens(recalled.render()) <= 50


def test_observing_calls_no_model_and_segments_are_summarised_once(make: Make) -> None:
    model = ScriptedModel(highest)
    memory = make(model)
    memory.observe(TURNS[:60])
    assert model.requests == []
    memory.recall(cue(60), 50)
    once = len(model.requests)
    memory.recall(cue(60), 50)
    again = len(model.requests) - once
    assert again <= 2  # the unfinished segment and, for the hierarchy, the last merge
    memory.observe(TURNS[60:63])
    memory.recall(cue(63), 50)
    assert len(model.requests) - once - again <= 3


def test_growing_step_by_step_ends_in_the_same_memory_as_all_at_once(make: Make) -> None:
    whole, stepwise = make(ScriptedModel(highest)), make(ScriptedModel(highest))
    whole.observe(TURNS)
    for start in range(0, 120, 17):
        stepwise.observe(TURNS[start : start + 17])
        stepwise.recall(cue(min(120, start + 17)), 50)
    assert stepwise.recall(cue(120), 50) == whole.recall(cue(120), 50)


def test_nothing_of_the_future_is_used(make: Make) -> None:
    memory = make(ScriptedModel(highest))
    memory.observe(TURNS[:30])
    with pytest.raises(LookAheadError):
        memory.recall(cue(20), 50)
    assert memory.recall(cue(30), 50).render() == "Items seen 0-29.\n"


def test_an_empty_history_has_an_empty_memory_and_costs_nothing(make: Make) -> None:
    model = ScriptedModel([])
    memory = make(model)
    assert memory.recall(cue(0), 50).items == ()
    memory.observe([Turn("d", 0, "t0", "Ann", " ")])
    assert memory.recall(cue(1), 50).items == ()


def test_an_unusable_reply_is_an_error_and_the_next_recall_tries_again(make: Make) -> None:
    replies = iter([cut_off('{"summary": "x"}')] * 3)
    memory = make(ScriptedModel(lambda request: next(replies, None) or highest(request)))
    memory.observe(TURNS[:5])
    with pytest.raises(ReplyError, match=r"baselines/.*cut off"):
        memory.recall(cue(5), 50)
    assert memory.recall(cue(5), 50).render() == "Items seen 0-4.\n"


@pytest.mark.parametrize("budget", [1, 2, 5, 8, 12, 40])
def test_a_summary_over_the_budget_loses_whole_sentences(budget: int) -> None:
    memory = summary_memory(
        "m", "One is here. Two is here too.\nThree is the last of them.", TURNS[:3], budget
    )
    assert memory.tokens <= budget
    assert memory.tokens == count_tokens(memory.render())
    if budget == 12:
        assert memory.items[0].text == "One is here. Two is here too."
        assert memory.items[0].reason == "summary of 3 turns; 1 sentences left out over the budget"
    if budget == 40:
        assert memory.items[0].reason == "summary of 3 turns"


def test_a_hierarchy_that_cannot_shrink_is_refused() -> None:
    with pytest.raises(ValueError, match="two summaries must fit"):
        HierarchicalSummaryMemory(ExtractiveSummaryWriter(), summary_tokens=3000)
