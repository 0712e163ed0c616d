"""The scripted engine."""

from pathlib import Path

import pytest

from streamrecall.errors import DataError, ModelError
from streamrecall.models.chat_model import cut_off, rejected
from streamrecall.models.scripted import Rule, ScriptedModel, matching, read_script
from streamrecall.records import ChatReply, ChatRequest, Message


def ask(text: str) -> ChatRequest:
    return ChatRequest((Message("user", text),))


def test_replies_come_in_order_and_are_reported_as_they_come() -> None:
    model = ScriptedModel(["one", cut_off("tw"), rejected("too long")])
    seen: list[tuple[int, str]] = []
    replies = model.complete([ask("a"), ask("b"), ask("c")], lambda n, reply: seen.append((n, reply.text)))
    assert [reply.finish_reason for reply in replies] == ["stop", "length", "rejected"]
    assert [reply.answered for reply in replies] == [True, True, False]
    assert seen == [(0, "one"), (1, "tw"), (2, "")]


def test_an_exhausted_script_says_which_request_it_could_not_answer() -> None:
    model = ScriptedModel(["one"])
    with pytest.raises(ModelError, match=r"no reply left.*the second"):
        model.complete([ask("the first"), ask("the second")])


def test_matching_rules_answer_by_the_last_message() -> None:
    model = ScriptedModel(matching([Rule("window 2", "two"), Rule("window", "other")]))
    replies = model.complete([ask("window 1"), ask("window 2")])
    assert [reply.text for reply in replies] == ["other", "two"]
    with pytest.raises(ModelError, match="No scripted reply matches"):
        model.complete([ask("nothing")])


def test_a_script_file_names_the_line_it_cannot_read(tmp_path: Path) -> None:
    path = tmp_path / "script.jsonl"
    path.write_text('{"contains": "a", "text": "b", "finish_reason": "length"}\n\n{"contains": "a"}\n')
    with pytest.raises(DataError, match=r"script\.jsonl:3"):
        read_script(path)
    path.write_text('{"contains": "a", "text": "b", "finish_reason": "length"}\n')
    assert read_script(path) == [Rule("a", ChatReply("b", "length"))]
