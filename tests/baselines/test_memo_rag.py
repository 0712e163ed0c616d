"""MemoRAG: what the memory keeps, which clues it gives, and what they find."""

import json

import pytest
from steps_of_a_model import GivenVectors, prompted

from streamrecall.baselines.memo_rag import MemoRagMemory
from streamrecall.baselines.steps.chat_memory import ChatMemory
from streamrecall.baselines.steps.extractive_memory import ExtractiveMemory
from streamrecall.baselines.steps.global_memory import Clues
from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.models.replies.failure import ReplyError
from streamrecall.records import Question, Turn
from streamrecall.text.tokens import count_tokens

TURNS = [
    Turn("d", i, f"t{i}", "Ana", f"{text} On day {i} nothing else of note happened at the harbour.")
    for i, text in enumerate(
        ["My greyhound Parsnip is allergic to chicken.", "The tram was late.", "Bo repaired the boiler."] * 8
    )
]


def ask(memory: MemoRagMemory, question: str = "What is Parsnip allergic to?", budget: int = 120):
    return memory.recall(Question("q", "d", question, 99), budget)


def test_the_extractive_gist_keeps_telling_statements_within_the_limit():
    gist = ExtractiveMemory(HashedEmbedder(32)).compress(
        [TURNS[:3], [], [Turn("d", 9, "x", "Bo", "Ok!")]], 30
    )
    assert gist[1:] == [(), ()]
    assert gist[0]
    assert sum(count_tokens(line + "\n") for line in gist[0]) <= 30
    assert all(line.startswith("Ana: ") for line in gist[0])


def test_a_clue_is_the_question_with_a_statement_near_by_words_and_by_cosine():
    vectors = {"What": (1.0, 0.0), "Ana: dog": (0.6, 0.8), "Bo: tram": (0.8, 0.6), "Bo: rain": (0.0, 1.0)}
    lines = ["Ana: dog food", "Bo: tram late", "Bo: rain"]
    # by cosine tram, dog, rain; by words dog alone: 1/62 + 1/61 for dog, 1/61 for tram, 1/63 for rain
    clues = ExtractiveMemory(GivenVectors(vectors), clues=2).recall(lines, "What dog?")
    assert clues.spans == ("What dog? dog food", "What dog? tram late")
    assert ExtractiveMemory(GivenVectors(vectors)).recall([], "What dog?") == Clues()


def test_the_words_of_a_memory_that_changed_are_those_of_one_read_anew():
    embedder = HashedEmbedder(64)
    kept, lines = ExtractiveMemory(embedder), [turn.render() for turn in TURNS]
    for memory in (lines[:5], lines[:9], lines[:3], [lines[7], *lines[1:6]]):
        fresh = ExtractiveMemory(embedder)
        assert kept.recall(memory, "Which boiler?") == fresh.recall(memory, "Which boiler?")


def test_blank_and_repeated_clues_are_not_searched():
    assert Clues(("a", " ", "a"), "b").queries == ("a", "b")


def test_gists_are_written_once_for_full_segments_and_the_newest_turns_are_read_as_they_are():
    memory = MemoRagMemory(
        HashedEmbedder(64), chunk_tokens=24, chunk_overlap=8, segment_chunks=2, compression=2
    )
    memory.observe(TURNS[:12])
    ask(memory)
    first = list(memory.memory)
    built = memory.cost.take().build_calls
    memory.observe(TURNS[12:])
    ask(memory)
    cost = memory.cost.take()
    complete = sum(chunk.complete for chunk in memory.index.chunks)
    assert memory.memory[: len(first)] == first
    assert built + cost.build_calls == complete // 2
    assert cost.recall_calls == 1


def test_a_large_budget_is_filled():
    memory = MemoRagMemory(HashedEmbedder(64), chunk_tokens=8, chunk_overlap=0, clues=False)
    memory.observe([Turn("d", i, f"t{i}", "Ana", f"Parsnip sleeps in room {i}.") for i in range(60)])
    assert ask(memory, budget=600).tokens > 500


def test_without_clues_nothing_is_remembered_and_nothing_called():
    memory = MemoRagMemory(
        HashedEmbedder(64), chunk_tokens=24, chunk_overlap=8, clues=False, segment_chunks=2
    )
    memory.observe(TURNS)
    assert {item.reason for item in ask(memory).items} == {"the question"}
    cost = memory.cost.take()
    assert (memory.memory, cost.build_calls, cost.recall_calls) == ([], 0, 0)


def test_a_model_remembers_and_its_clues_find_what_the_question_does_not_name():
    def script(request):
        if "The memory:" in request.messages[1].content:
            return json.dumps({"clues": ["Bo repaired the boiler."], "answer": ""})
        return json.dumps({"lines": ["Ana's dog is ill.", "one two " * 200]})

    steps, model = prompted(script)
    memory = MemoRagMemory(HashedEmbedder(256), ChatMemory(steps), 24, 0, segment_chunks=4)
    memory.observe(TURNS[:9])
    found = ask(memory, "Heating?", 60)
    assert any("boiler" in item.text for item in found.items)
    assert any(item.reason == "clue: Bo repaired the boiler." for item in found.items)
    limit = 4 * 24 // 8
    assert memory.memory[0] == "Ana's dog is ill."
    assert count_tokens("\n".join(memory.memory[:2]) + "\n") <= 2 * limit
    assert f"under {limit} tokens" in model.requests[0].messages[0].content


def test_a_segment_without_a_gist_is_an_error_and_is_asked_for_again():
    replies = iter(["", "{}", '{"lines": ["kept"]}', '{"clues": [], "answer": ""}'])
    memory = MemoRagMemory(HashedEmbedder(64), ChatMemory(prompted(replies)[0]), 24, 0, segment_chunks=4)
    memory.observe(TURNS[:5])
    with pytest.raises(ReplyError, match="memorag_gist"):
        ask(memory)
    assert memory.memory == []
    ask(memory)
    assert memory.memory == ["kept"]


def test_unusable_clues_leave_the_question_and_are_counted():
    memory = MemoRagMemory(HashedEmbedder(64), ChatMemory(prompted(lambda _: "[]")[0]), 24, 0)
    memory.observe(TURNS[:3])
    assert {item.reason for item in ask(memory).items} == {"the question"}
    assert memory.failures == 1
