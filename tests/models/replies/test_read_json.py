"""Reading JSON out of replies: tolerant, never inventive."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrecall.models.replies.read_json import ParseState, UnreadableReply, read_json

S, U, R = ParseState.STRICT, ParseState.UNWRAPPED, ParseState.REPAIRED


@pytest.mark.parametrize(
    ("text", "values", "state"),
    [
        ('{"a": 1}', [{"a": 1}], S),
        (' [{"a": 1}, {"a": 2}]\n', [[{"a": 1}, {"a": 2}]], S),
        ("[]", [[]], S),
        ('```json\n{"a": 1}\n```', [{"a": 1}], U),
        ('Sure! Here is the JSON [1]:\n{"a": 1}\nHope that helps [sic].', [{"a": 1}], U),
        ('{"a": 1}\n{"a": 2}\n', [{"a": 1}, {"a": 2}], U),
        ('{"a": 1}{"a": 1}', [{"a": 1}, {"a": 1}], U),
        ('<think>maybe {"a": 2}?</think>\n{"a": 1}', [{"a": 1}], S),
        ('so {"a": 2} it is</think>{"a": 1}', [{"a": 1}], S),
        ('<think>a {"b": 1}</think>```\n{"a": "</think>"}\n```', [{"a": "</think>"}], U),
        ('He wrote: {"a": "</think>"}', [{"a": "</think>"}], U),
        ('{"a": 1,}', [{"a": 1}], R),
        ('[{"a": 1},]', [[{"a": 1}]], R),
        ("{'a': 'it is', 'b': None}", [{"a": "it is", "b": None}], R),
        ('{"a": True}', [{"a": True}], R),
        ('{"a": "line\nbreak"}', [{"a": "line\nbreak"}], S),
        ('{"a": "one" "b": "two"}', [{"a": "one", "b": "two"}], R),
        ('{"a": "caf\\u00e9",}', [{"a": "café"}], R),
        ('{"a": 1}\n{"a": 2,}\n{"a": 3}', [{"a": 1}, {"a": 2}, {"a": 3}], R),
        ('{"a": "he said [ok"}', [{"a": "he said [ok"}], S),
        ("“Quotes” first: {“a”: “b”}", [{"a": "b"}], R),
    ],
)
def test_tolerated(text: str, values: list[object], state: ParseState) -> None:
    found = read_json(text)
    assert list(found.values) == values
    assert found.state == state


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I cannot help with that.",
        '"a string"',
        "42",
        "[1, 2, 3]",
        '{"a": "cut off he',
        '{"a": [1, 2',
        '[{"a": 1}, {"a"',
        '{"a": 1}\n{"a": 2',
        "<think>I never stop thinking",
        '{"a": }',
        '{"a": 1, "a": 2}',
        '{"a": 1 /* a guess */}',
        "[" * 5000,
        '{"a":' * 5000 + "1" + "}" * 5000,
    ],
)
def test_refused(text: str) -> None:
    with pytest.raises(UnreadableReply):
        read_json(text)


words = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=12)
scalars = st.none() | st.booleans() | st.integers(-9999, 9999) | words
objects = st.dictionaries(words, scalars | st.lists(scalars, max_size=3), max_size=4)


@settings(max_examples=60, deadline=None)
@given(
    objects, st.sampled_from(["", "Here you are:\n", "```json\n"]), st.sampled_from(["", "\n```", "\nDone."])
)
def test_a_valid_object_is_read_unchanged_whatever_stands_around(
    value: dict[str, object], before: str, after: str
) -> None:
    assert read_json(before + json.dumps(value) + after).values == (value,)


@settings(max_examples=60, deadline=None)
@given(st.lists(objects.filter(bool), min_size=1, max_size=4))
def test_json_lines_are_read_in_order(values: list[dict[str, object]]) -> None:
    text = "\n".join(json.dumps(value, ensure_ascii=False) for value in values)
    assert list(read_json(text).values) == values


@settings(max_examples=80, deadline=None)
@given(objects.filter(bool), st.data())
def test_a_reply_that_ends_in_the_middle_is_never_read_as_whole(
    value: dict[str, object], data: st.DataObject
) -> None:
    text = json.dumps(value, ensure_ascii=False)
    cut = data.draw(st.integers(1, len(text) - 1))
    with pytest.raises(UnreadableReply):
        read_json(text[:cut])


def leaves(value: object) -> list[str]:
    if isinstance(value, dict):
        return [part for key, item in value.items() for part in (key, *leaves(item))]
    if isinstance(value, list | tuple):
        return [part for item in value for part in leaves(item)]
    return [] if value is None else [str(value)]


@settings(max_examples=100, deadline=None)
@given(objects, st.data())
def test_damage_never_invents_or_loses_a_word(value: dict[str, object], data: st.DataObject) -> None:
    text = list(json.dumps(value, ensure_ascii=False))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(text)))
        if data.draw(st.booleans()):
            text.insert(place, data.draw(st.sampled_from(list("{}[]\",:' \n\\x"))))
        elif place < len(text):
            del text[place]
    damaged = "".join(text)
    try:
        found = read_json(damaged)
    except UnreadableReply:
        return
    written = re.sub(r"\\[nrtbf]", " ", damaged).casefold()
    for word in re.findall(r"\w+", " ".join(leaves(found.values)).casefold()):
        assert word in written


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60) | st.text("{}[]\",:'\\ntrue01 ", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = read_json(text)
    except UnreadableReply:
        return
    assert found.values
