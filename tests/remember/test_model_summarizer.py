"""Summaries with a model."""

import json
from pathlib import Path

import pytest

from streamrecall.models.chat_model import cut_off
from streamrecall.models.scripted import ScriptedModel
from streamrecall.records import ChatReply, Memory, MemoryItem, Turn, Window
from streamrecall.remember.model_summarizer import ModelSummarizer
from streamrecall.text.prompts import load_prompt

TURNS = (
    Turn("d", 5, "t5", "Ann", "The supplier finally answered about the walnut boards."),
    Turn("d", 6, "t6", "Ben", "Then order twelve of them before the warehouse closes."),
)
WINDOW = Window("d.1", "d", TURNS, 500)
ITEM = MemoryItem("Cleo: Brambeck offered the walnut at 8 % discount", ("t2",), 2, 12)
MEMORY = Memory("ReMEMBER", (ITEM,), 12, 1024)
EMPTY = Memory("No Memory", (), 0, 1024)


def summarizer(repository: Path, *replies: ChatReply | str) -> tuple[ModelSummarizer, ScriptedModel]:
    folder = repository / "conf" / "base" / "prompts"
    model = ScriptedModel(replies, name="small")
    prompts = (
        load_prompt(folder, "summarize/memory_augmented"),
        load_prompt(folder, "summarize/memory_free"),
    )
    return ModelSummarizer(model, *prompts), model


def test_sentences_are_linked_to_turns_and_memory(repository: Path) -> None:
    text = (
        "Brambeck, the supplier, answered about the walnut boards with a discount.\nBen has twelve ordered."
    )
    model, _ = summarizer(repository, json.dumps({"summary": text}))
    summary = model.summarize(WINDOW, MEMORY)
    assert (summary.window_id, summary.method, summary.summarizer) == ("d.1", "ReMEMBER", "small")
    first, second = summary.sentences
    assert first.window_turn_ids == ("t5",)
    assert first.memory_turn_ids == ("t2",)
    assert second.memory_turn_ids == ()
    assert summary.failed == ""


def test_an_empty_memory_takes_the_prompt_without_memory(repository: Path) -> None:
    model, engine = summarizer(repository, '{"summary": "a"}', '{"summary": "b"}')
    model.summarize_all([(WINDOW, MEMORY), (WINDOW, EMPTY)])
    with_memory, alone = (request.messages[1].content for request in engine.requests)
    assert "Brambeck" in with_memory
    assert "memory" not in alone
    assert len({request.prompt_hash for request in engine.requests}) == 2


@pytest.mark.parametrize("reply", ["", "A summary in prose.", '{"summary": ""}', cut_off('{"summary": "a"}')])
def test_a_failure_says_so_in_the_summary(repository: Path, reply: ChatReply | str) -> None:
    model, _ = summarizer(repository, *[reply] * 3)
    summary = model.summarize(WINDOW, MEMORY)
    assert summary.failed
    assert summary.sentences == ()
