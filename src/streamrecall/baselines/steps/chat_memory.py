"""A memory of written gists that a chat model recalls from (MemoRAG)."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from streamrecall.baselines.steps.global_memory import Clues
from streamrecall.models.replies.prompted_model import PromptedModel
from streamrecall.models.replies.reply import Reply
from streamrecall.records import Turn, one_line, render_turns
from streamrecall.text.tokens import count_tokens, truncate_tokens

_CLUES = 5
_CLUE_TOKENS = 128
_HEADROOM = 2


class GistReply(Reply):
    """The gist of one segment, a fact a line."""

    lines: list[str] = Field(min_length=1)


class CluesReply(Reply):
    """Clues to a question and a draft of its answer, which may be empty."""

    clues: list[str]
    answer: str


class ChatMemory:
    """Writes gists and drafts clues where MemoRAG has a trained memory model.

    The whole memory is put into each prompt for clues, an eighth of the history's tokens, so the model's
    window must have room for it.

    Args:
        model: The model with its prompts ``baselines/memorag_gist`` and ``baselines/memorag_clues``.
    """

    def __init__(self, model: PromptedModel) -> None:
        self.name = model.name
        self.failures = 0
        self._model = model

    def compress(self, segments: Sequence[Sequence[Turn]], limit: int) -> list[tuple[str, ...]]:
        """Return the gist of each segment, all asked in one batch; lines beyond twice the limit are cut off.

        Raises:
            ReplyError: If a segment has no usable gist: the memory would have a hole in it.
        """
        texts = [{"segment": render_turns(segment)} for segment in segments]
        answers = self._model.ask("baselines/memorag_gist", GistReply, texts, {"max_tokens": limit})
        return [
            _within(answer.require("baselines/memorag_gist").lines, _HEADROOM * limit) for answer in answers
        ]

    def recall(self, memory: Sequence[str], query: str) -> Clues:
        """Return what the model recalls, at most five clues and a draft answer."""
        texts = [{"memory": "\n".join(memory), "question": query}]
        reply = self._model.ask("baselines/memorag_clues", CluesReply, texts)[0].value
        if reply is None:
            self.failures += 1
            return Clues()
        return Clues(tuple(_clue(clue) for clue in reply.clues[:_CLUES]), _clue(reply.answer))


def _clue(text: str) -> str:
    return one_line(truncate_tokens(text, _CLUE_TOKENS))


def _within(lines: Sequence[str], limit: int) -> tuple[str, ...]:
    kept: list[str] = []
    for line in map(one_line, lines):
        left = limit - sum(count_tokens(each + "\n") for each in kept)
        cut = truncate_tokens(line, max(0, left - 1)).strip()
        if cut:
            kept.append(cut)
    return tuple(kept)
