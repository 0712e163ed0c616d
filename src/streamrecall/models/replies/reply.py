"""Replies as pydantic models: what a reply must hold, its JSON schema, and reading one."""

from __future__ import annotations

import json
from typing import Any, ClassVar, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from streamrecall.models.replies.read_json import JsonValue, ParseState, UnreadableReply, read_json

ReplyT = TypeVar("ReplyT", bound="Reply")

_PROBLEMS_SHOWN = 5


class Reply(BaseModel):
    """Base of what models are asked for. Fields that were not asked for are ignored.

    Attributes:
        items_field: The list field that may also come bare: as a list, as JSON Lines or as one item.
    """

    model_config = ConfigDict(extra="ignore", frozen=True, str_strip_whitespace=True)

    items_field: ClassVar[str | None] = None

    @classmethod
    def json_schema(cls) -> str:
        """Return the schema for constrained decoding: every field required, no others allowed."""
        return json.dumps(_closed(cls.model_json_schema()), sort_keys=True)


def read_reply(text: str, reply_type: type[ReplyT]) -> tuple[ReplyT, ParseState]:
    """Read a complete reply.

    Raises:
        UnreadableReply: If it cannot be read or does not fit; the message is fit to be shown to the model.
    """
    found = read_json(text)
    values = _distinct(found.values)
    fields = _single(values) if reply_type.items_field is None else _envelope(values, reply_type.items_field)
    try:
        return reply_type.model_validate(fields), found.state
    except ValidationError as error:
        raise UnreadableReply(_problems(error)) from error


def _distinct(values: tuple[JsonValue, ...]) -> list[JsonValue]:
    """Leave out repetitions: small models like to write their answer twice."""
    distinct: list[JsonValue] = []
    for value in values:
        if value not in distinct:
            distinct.append(value)
    return distinct


def _single(values: list[JsonValue]) -> JsonValue:
    objects = [value for value in values if isinstance(value, dict)]
    if not objects and len(values) == 1 and len(values[0]) == 1 and isinstance(values[0][0], dict):
        return values[0][0]
    if len(objects) != 1:
        raise UnreadableReply(f"expected one JSON object, found {len(objects)} different ones")
    return objects[0]


def _envelope(values: list[JsonValue], items_field: str) -> JsonValue:
    envelopes = [value for value in values if isinstance(value, dict) and items_field in value]
    if len(envelopes) > 1:
        raise UnreadableReply(f"found {len(envelopes)} different answers, expected one")
    if envelopes:
        return envelopes[0]
    lists = [value for value in values if isinstance(value, list)]
    if len(lists) > 1:
        raise UnreadableReply(f"found {len(lists)} different lists, expected one")
    objects = [value for value in values if isinstance(value, dict)]
    return {items_field: [*(lists[0] if lists else []), *objects]}


def _problems(error: ValidationError) -> str:
    """Name what does not fit, without repeating the reply's own text."""
    lines = [
        f"{'.'.join(map(str, problem['loc'])) or 'reply'}: {problem['msg']}"
        for problem in error.errors(include_input=False, include_url=False, include_context=False)
    ]
    more = len(lines) - _PROBLEMS_SHOWN
    return "; ".join(lines[:_PROBLEMS_SHOWN]) + (f"; and {more} more" if more > 0 else "")


def _closed(schema: Any) -> Any:
    """Require every property and forbid others, as strict structured output wants it."""
    if isinstance(schema, list):
        return [_closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {
        key: _closed(value) for key, value in schema.items() if key not in {"title", "default", "description"}
    }
    if closed.get("type") == "object" and "properties" in closed:
        closed["properties"] = {name: _closed(part) for name, part in schema["properties"].items()}
        closed["required"] = list(closed["properties"])
        closed["additionalProperties"] = False
    return closed
