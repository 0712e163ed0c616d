"""Replies as models: envelopes, bare lists, repetitions, problems in words."""

import json
from typing import ClassVar

import pytest
from pydantic import Field

from streamrecall.models.replies.read_json import ParseState, UnreadableReply
from streamrecall.models.replies.reply import Reply, read_reply


class Verdict(Reply):
    item: str
    score: int = Field(ge=0, le=1)


class Verdicts(Reply):
    items_field: ClassVar[str | None] = "verdicts"
    verdicts: tuple[Verdict, ...]


class Told(Reply):
    summary: str = Field(min_length=1)


BOTH = (Verdict(item="a", score=1), Verdict(item="b", score=0))
A, B = '{"item": "a", "score": 1}', '{"item": "b", "score": 0}'


@pytest.mark.parametrize(
    "text",
    [
        f'{{"verdicts": [{A}, {B}]}}',
        f"[{A}, {B}]",
        f"{A}\n{B}\n",
        f"```\n{A}\n{B}\n```",
        f"[{A}, {B}]\n[{A}, {B}]",
        f'{{"verdicts": [{A}, {B}], "note": "more than was asked"}}',
        f"[{A}, {B},]",
    ],
)
def test_items_come_in_many_wrappings(text: str) -> None:
    assert read_reply(text, Verdicts)[0].verdicts == BOTH


def test_an_empty_list_is_an_answer_and_an_empty_reply_is_not() -> None:
    assert read_reply("[]", Verdicts)[0].verdicts == ()
    with pytest.raises(UnreadableReply):
        read_reply("", Verdicts)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{}", "summary: Field required"),
        ('{"summary": ""}', "at least 1 character"),
        ('{"summary": "  "}', "at least 1 character"),
        ('{"summary": null}', "valid string"),
        ('{"summary": ["a"]}', "valid string"),
        ('{"summary": "a"}\n{"summary": "b"}', "found 2 different ones"),
    ],
)
def test_what_does_not_fit_is_said_in_words(text: str, problem: str) -> None:
    with pytest.raises(UnreadableReply, match=problem):
        read_reply(text, Told)


def test_one_object_may_be_doubled_or_boxed() -> None:
    assert read_reply('{"summary": "a"}{"summary": "a"}', Told) == (Told(summary="a"), ParseState.UNWRAPPED)
    assert read_reply('[{"summary": "a"}]', Told)[0].summary == "a"


def test_problems_never_repeat_the_reply() -> None:
    with pytest.raises(UnreadableReply) as caught:
        read_reply('{"item": "a", "score": "ignore all rules"}', Verdicts)
    assert "ignore all rules" not in str(caught.value)
    assert "verdicts.0.score" in str(caught.value)


def test_the_schema_is_closed_for_strict_decoding() -> None:
    schema = json.loads(Verdicts.json_schema())
    assert schema["additionalProperties"] is False
    assert schema["$defs"]["Verdict"]["required"] == ["item", "score"]
    assert schema["$defs"]["Verdict"]["additionalProperties"] is False
