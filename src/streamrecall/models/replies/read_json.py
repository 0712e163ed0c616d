"""JSON out of what a model wrote: fences, prose around, JSON Lines, doubled objects, sloppy syntax.

Reading is tolerant, never inventive: a repair may change punctuation alone. When the words of what was
read are not exactly the words of what was written, or brackets are left open, the reply is unreadable.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import json_repair

JsonValue = Any
_THINKING_START = "<think>"
_THINKING_END = "</think>"
_WORD = re.compile(r"\w+")
_UNICODE_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_ESCAPE = re.compile(r"\\[nrtbf\"'\\/]")
_EMPTY_STRING = re.compile(r"\"\"|''")
_CONSTANTS = {"none": "null", "undefined": "null"}
_DEPTH = 60


class UnreadableReply(ValueError):
    """No JSON can be read from a reply; the message says why, in words that help a model to do better."""


class ParseState(StrEnum):
    """How a reply could be read; recorded with its call.

    Attributes:
        STRICT: The whole reply was the JSON asked for.
        UNWRAPPED: It stood among fences or prose, on several lines, or twice.
        REPAIRED: Its punctuation had to be repaired.
        MALFORMED: It could not be read, or did not fit what was asked.
        CUT_OFF: The token limit ended it.
    """

    STRICT = "strict"
    UNWRAPPED = "unwrapped"
    REPAIRED = "repaired"
    MALFORMED = "malformed"
    CUT_OFF = "cut off"


@dataclass(frozen=True, slots=True)
class ReadJson:
    """The JSON objects and lists of objects in a reply, in order, and how they could be read."""

    values: tuple[JsonValue, ...]
    state: ParseState


def read_json(text: str) -> ReadJson:
    """Return every JSON object and list of objects that stands at the top level of a reply.

    Raises:
        UnreadableReply: If there is none, or one that cannot be read without inventing or losing words.
    """
    body = text.strip()
    try:
        value = _loads(body)
    except (ValueError, RecursionError):
        return _read_after_thinking(body)
    if not isinstance(value, dict | list) or _is_prose(value):
        raise UnreadableReply("the reply is no JSON object and no list of them")
    return ReadJson((value,), ParseState.STRICT)


def _read_after_thinking(body: str) -> ReadJson:
    """Read what follows the thinking; a closing tag inside the JSON is a word of the reply."""
    thinking, closed, rest = body.partition(_THINKING_END)
    if body.startswith(_THINKING_START):
        if not closed:
            raise UnreadableReply("the reply ends before the thinking does")
        return read_json(rest)
    if not closed or _is_open(thinking):
        return _read_pieces(body)
    return read_json(rest)


def _is_open(text: str) -> bool:
    """Whether a text ends inside brackets."""
    start = _next_bracket(text, 0)
    while start is not None:
        try:
            end = _balanced_end(text, start)
        except UnreadableReply:
            return True
        start = _next_bracket(text, end)
    return False


def _read_pieces(body: str) -> ReadJson:
    values: list[JsonValue] = []
    state = ParseState.UNWRAPPED
    position = 0
    while (start := _next_bracket(body, position)) is not None:
        repaired = False
        try:
            value, position = _DECODER.raw_decode(body, start)
        except (ValueError, RecursionError):
            end = _balanced_end(body, start)
            value, position, repaired = _repair(body[start:end]), end, True
        if _is_prose(value):
            continue
        if repaired:
            state = ParseState.REPAIRED
        values.append(value)
    if not values:
        raise UnreadableReply("the reply contains no JSON object and no list of them")
    return ReadJson(tuple(values), state)


def _is_prose(value: JsonValue) -> bool:
    """Whether brackets hold a remark such as ``[sic]`` or ``[1]``: replies are objects or lists of them."""
    return isinstance(value, list) and any(not isinstance(item, dict) for item in value)


def _next_bracket(body: str, position: int) -> int | None:
    found = [index for index in (body.find("{", position), body.find("[", position)) if index >= 0]
    return min(found, default=None)


def _balanced_end(body: str, start: int) -> int:
    """Return the end of the line on which the brackets opened at ``start`` are closed again."""
    depth, quoted, escaped = 0, False, False
    for index in range(start, len(body)):
        character = body[index]
        if escaped:
            escaped = False
        elif character == "\\":
            escaped = True
        elif character == '"':
            quoted = not quoted
        elif not quoted and character in "{[":
            depth += 1
            if depth > _DEPTH:
                raise UnreadableReply("the JSON is nested too deeply")
        elif not quoted and character in "}]":
            depth -= 1
            if depth == 0:
                return index + 1
    raise UnreadableReply("the JSON is not closed; the reply seems to end in the middle")


def _repair(written: str) -> JsonValue:
    value = json_repair.loads(written, skip_json_loads=True)
    if not isinstance(value, dict | list):
        raise UnreadableReply("the JSON is malformed")
    read = json.dumps(value, ensure_ascii=False)
    if _words(written) != _words(read) or _empty_strings(read) > _empty_strings(written):
        raise UnreadableReply("the JSON is malformed and cannot be repaired without guessing")
    return value


def _words(text: str) -> Counter[str]:
    plain = _UNICODE_ESCAPE.sub(lambda match: chr(int(match.group(1), 16)), text)
    words = _WORD.findall(_ESCAPE.sub(" ", plain).casefold())
    return Counter(_CONSTANTS.get(word, word) for word in words)


def _empty_strings(text: str) -> int:
    return len(_EMPTY_STRING.findall(text))


def _loads(text: str) -> JsonValue:
    value, end = _DECODER.raw_decode(text)
    if text[end:].strip():
        raise ValueError("more than one value")
    return value


def _unique_keys(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    fields: dict[str, JsonValue] = {}
    for key, value in pairs:
        if key in fields and fields[key] != value:
            raise ValueError(f"the key {key!r} stands twice")
        fields[key] = value
    return fields


def _no_constant(name: str) -> JsonValue:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique_keys, parse_constant=_no_constant, strict=False)
