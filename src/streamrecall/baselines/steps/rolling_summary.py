"""Rewriting one summary as a conversation goes on (Rolling Summary)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from streamrecall.models.replies.prompted_model import PromptedModel
from streamrecall.models.replies.summary import SummaryReply
from streamrecall.records import Turn, render_turns


class SummaryReviser(Protocol):
    """Works what was said since into a summary."""

    name: str

    def revise(self, summary: str, part: Sequence[Turn], limit: int) -> str:
        """Return the new summary, of at most about ``limit`` tokens.

        Args:
            summary: The old one; empty at the beginning.
            part: What was said since.
            limit: In cl100k_base tokens.
        """
        ...


class ChatSummaryReviser:
    """Has a chat model rewrite the summary.

    Args:
        model: The model with its prompt ``baselines/rolling_summary``; its replies need room for the limit.
    """

    def __init__(self, model: PromptedModel) -> None:
        self.name = model.name
        self._model = model

    def revise(self, summary: str, part: Sequence[Turn], limit: int) -> str:
        """Return the new summary.

        Raises:
            ReplyError: If no reply can be used; a summary is never silently lost.
        """
        prompt = "baselines/rolling_summary"
        texts = [{"summary": summary, "part": render_turns(part)}]
        return self._model.ask(prompt, SummaryReply, texts, {"max_tokens": limit})[0].require(prompt).summary
