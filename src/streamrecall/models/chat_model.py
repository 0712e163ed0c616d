"""Replies that are not answers, spelled once, so that every engine reports them alike."""

from __future__ import annotations

from streamrecall.records import ChatReply


def cut_off(text: str, tokens_in: int = 0, tokens_out: int = 0) -> ChatReply:
    """Return a reply that the token limit cut off; ``text`` is what came until then."""
    return ChatReply(text, finish_reason="length", tokens_in=tokens_in, tokens_out=tokens_out)


def rejected(error: str, attempts: int = 1) -> ChatReply:
    """Return the reply to a request that the engine refuses, such as one that exceeds its context."""
    return ChatReply(text="", finish_reason="rejected", error=error, attempts=attempts)


def unreachable(error: str, attempts: int = 1) -> ChatReply:
    """Return the reply to a request that never got an answer, however often it was asked."""
    return ChatReply(text="", finish_reason="unreachable", error=error, attempts=attempts)
