"""Event phrases and scene categories from a chat model (ProStream, section 5.2)."""

from __future__ import annotations

from pathlib import Path

from streamrecall.errors import ModelError
from streamrecall.ports import ChatModel
from streamrecall.records import ChatRequest, Message, Sampling, SemanticBlock, one_line, render_turns
from streamrecall.text.prompts import load_prompt

_NONE = "(none)"
_SAMPLING = Sampling(max_tokens=64)


class ChatSummarizer:
    """Asks for the phrase, then for the category of the phrase.

    Args:
        model: Any chat model; put the call ledger before it, and a rerun costs nothing.
        prompts: The folder of prompts.
        sampling: How to decode.
    """

    reads_leading = True

    def __init__(self, model: ChatModel, prompts: Path, sampling: Sampling = _SAMPLING) -> None:
        self.name = f"{model.name} (events and scenes)"
        self._model = model
        self._sampling = sampling
        self._event = load_prompt(prompts, "prostream_memory/event")
        self._scene = load_prompt(prompts, "prostream_memory/scene")

    def event(self, block: SemanticBlock) -> str:
        """Return the phrase for the block.

        Raises:
            ModelError: If the model gave no answer.
        """
        texts = {"leading": render_turns(block.leading) or _NONE, "passage": block.render()}
        messages = self._event.render(texts, {"speakers": len(block.speakers)})
        return self._ask(messages, self._event.hash)

    def scene(self, event: str) -> str:
        """Return the category for an event phrase.

        Raises:
            ModelError: If the model gave no answer.
        """
        return self._ask(self._scene.render({"event": event}), self._scene.hash)

    def _ask(self, messages: tuple[Message, ...], prompt_hash: str) -> str:
        request = ChatRequest(messages, self._sampling, prompt_hash=prompt_hash)
        (reply,) = self._model.complete([request])
        if not reply.answered:
            raise ModelError(f"{self._model.name} gave no answer ({reply.finish_reason}): {reply.error}")
        return one_line(reply.text).strip("\"'\u201c\u201d ")
