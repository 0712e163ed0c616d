"""An engine that replays given replies: for tests, demonstrations and dry runs without a model."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from streamrecall.errors import DataError, ModelError
from streamrecall.records import ChatReply, ChatRequest

Script = Iterable[ChatReply | str] | Callable[[ChatRequest], ChatReply | str]
"""Replies in the order of the calls, or a function from request to reply."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Answers every request whose last message contains ``contains``."""

    contains: str
    reply: ChatReply | str


class ScriptedModel:
    """Replays a script, malformed, cut-off and failed replies included.

    Args:
        script: Replies in the order of the calls, or a function from request to reply. A string stands
            for a complete reply of that text.
        name: The model name that tables and the call ledger show.
        revision: The model revision they show.
    """

    def __init__(self, script: Script, name: str = "scripted", revision: str = "") -> None:
        self.name = name
        self.revision = revision
        self.requests: list[ChatRequest] = []
        self._answer = script if callable(script) else _in_order(script)

    def complete(
        self,
        requests: Sequence[ChatRequest],
        on_reply: Callable[[int, ChatReply], None] | None = None,
    ) -> list[ChatReply]:
        """Return the script's reply to each request.

        Raises:
            ModelError: If the script has no reply left or none that matches.
        """
        replies: list[ChatReply] = []
        for position, request in enumerate(requests):
            self.requests.append(request)
            reply = _measured(self._answer(request), request)
            replies.append(reply)
            if on_reply is not None:
                on_reply(position, reply)
        return replies

    def close(self) -> None:
        """Nothing is held."""


def matching(rules: Sequence[Rule]) -> Callable[[ChatRequest], ChatReply | str]:
    """Return a script that answers with the first rule whose text stands in the last message."""

    def answer(request: ChatRequest) -> ChatReply | str:
        asked = request.messages[-1].content
        for rule in rules:
            if rule.contains in asked:
                return rule.reply
        raise ModelError(f"No scripted reply matches this request: {asked[:200]!r}")

    return answer


def read_script(path: Path) -> list[Rule]:
    """Read rules from JSON Lines: ``contains``, ``text`` and, where it is not ``stop``, ``finish_reason``.

    Raises:
        DataError: If a line is no such object.
    """
    rules = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            reply = ChatReply(str(row["text"]), row.get("finish_reason", "stop"), error=row.get("error", ""))
            rules.append(Rule(str(row["contains"]), reply))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DataError(
                f"a scripted reply that cannot be read ({error!r}).",
                path=path,
                line=number,
                hint='Write one object a line, such as {"contains": "[7]", "text": "..."}.',
            ) from error
    return rules


def _in_order(replies: Iterable[ChatReply | str]) -> Callable[[ChatRequest], ChatReply | str]:
    remaining = iter(replies)

    def answer(request: ChatRequest) -> ChatReply | str:
        try:
            return next(remaining)
        except StopIteration:
            asked = request.messages[-1].content
            raise ModelError(f"The script has no reply left for this request: {asked[:200]!r}") from None

    return answer


def _measured(reply: ChatReply | str, request: ChatRequest) -> ChatReply:
    """Give a reply without token counts its counts in blank-separated words; a script has no tokenizer."""
    full = ChatReply(reply) if isinstance(reply, str) else reply
    if full.tokens_in or full.tokens_out or not full.answered:
        return full
    asked = sum(len(message.content.split()) for message in request.messages)
    return replace(full, tokens_in=asked, tokens_out=len(full.text.split()))
