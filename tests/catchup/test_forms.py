"""Markdown, terminal and JSON of messages that would like to be something else."""

import io
import json
import re

import pytest
from rich.console import Console

from streamrecall.catchup.digest import (
    CatchUp,
    Coverage,
    Digest,
    Point,
    PointKind,
    RecoveredContext,
    Unresolved,
)
from streamrecall.catchup.json_form import to_json
from streamrecall.catchup.markdown import plain, to_markdown
from streamrecall.catchup.terminal import clean, print_catch_up
from streamrecall.records import Turn

EVIL = (
    "<img src=x onerror=alert(1)> [click](https://evil.example) **bold** `code` # head\n"
    "- item \x1b[31mred\x07 | \u202e"
)


def evil_catch_up():
    old = Turn("chat", 0, "t0", EVIL, EVIL, time="2026-03-01T09:00:00")
    new = Turn("chat", 1, "t1", "", EVIL)
    point = Point(PointKind.DECISION, EVIL, (new,), (RecoveredContext(EVIL, EVIL, old),))
    digest = Digest(
        EVIL,
        (new,),
        (),
        (point,),
        (),
        (),
        (Unresolved(EVIL, EVIL, new),),
        Coverage(1, 9, 1, 1, {EVIL: 1}, {}, 1, 1),
    )
    return CatchUp(EVIL, EVIL, (digest,), (EVIL,), {EVIL: EVIL}, (EVIL,), (EVIL,))


def test_no_message_becomes_markdown():
    text = to_markdown(evil_catch_up())
    for sign in ("<img", "](http", "**bold", "`code"):
        assert not re.search(r"(?<!\\)" + re.escape(sign), text)
    assert not re.search(r"^- item", text, re.MULTILINE)
    assert "(no name)" in text


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("1. one", "1\\. one"),
        ("- x", "\\- x"),
        ("a_b*c", "a\\_b\\*c"),
        ("a\nb", "a b"),
        ("c < d & e", "c \\< d \\& e"),
    ],
)
def test_escapes(text, escaped):
    assert plain(text) == escaped


def test_a_terminal_gets_no_control_sequence_of_a_message():
    out = io.StringIO()
    print_catch_up(evil_catch_up(), Console(file=out, width=100, force_terminal=False))
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", out.getvalue())
    assert "[click]" in out.getvalue()
    assert clean("a\x1b[2Jb") == "a\ufffd[2Jb"


def test_json_is_valid_whatever_was_written():
    form = json.loads(to_json(evil_catch_up()))
    assert form["conversations"][0]["decisions"][0]["text"] == EVIL
    assert form["conversations"][0]["decisions"][0]["speaker"] is None


def test_nothing_new_is_said():
    nothing = CatchUp("a.txt", "the last 3 messages", (), ("a",))
    out = io.StringIO()
    print_catch_up(nothing, Console(file=out))
    assert "Nothing new." in out.getvalue()
    assert "Nothing new." in to_markdown(nothing)
    assert json.loads(to_json(nothing))["without_news"] == ["a"]
