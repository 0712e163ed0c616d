"""Event phrases and scene categories from a chat model (ProStream, section 5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from streamrecall.ports import ChatModel
from streamrecall.prostream.label_writer import LabelWriter
from streamrecall.records import ChatRequest, Provenance, Sampling, SemanticBlock, render_turns
from streamrecall.text.prompts import load_prompt

_NONE = "(none)"
_SAMPLING = Sampling(max_tokens=64)


class ChatSummarizer:
    """Asks for the phrase, then for the category of the phrase; many blocks are one batch.

    Args:
        model: Any chat model; put the call ledger before it, and a rerun costs nothing.
        prompts: The folder of prompts.
        sampling: How to decode.
    """

    reads_leading = True

    def __init__(self, model: ChatModel, prompts: Path, sampling: Sampling = _SAMPLING) -> None:
        self.name = f"{model.name} (events and scenes)"
        self._sampling = sampling
        self._event = load_prompt(prompts, "prostream_memory/event")
        self._scene = load_prompt(prompts, "prostream_memory/scene")
        both = sha256(f"{self._event.hash}{self._scene.hash}".encode()).hexdigest()[:16]
        self._writer = LabelWriter(model, both, sampling)

    def event(self, block: SemanticBlock) -> str:
        """Return the phrase for the block.

        Raises:
            ModelError: If the model gave no answer.
        """
        return self.events([block])[0]

    def scene(self, event: str) -> str:
        """Return the category for an event phrase.

        Raises:
            ModelError: If the model gave no answer.
        """
        return self.scenes([event])[0]

    def events(self, blocks: Sequence[SemanticBlock]) -> list[str]:
        """Return the phrase for each block.

        Raises:
            ModelError: If the model gave no answer to one of them.
        """
        return self._writer.write([self._ask_event(block) for block in blocks])

    def scenes(self, events: Sequence[str]) -> list[str]:
        """Return the category for each event phrase.

        Raises:
            ModelError: If the model gave no answer to one of them.
        """
        prompt = self._scene
        return self._writer.write(
            [
                ChatRequest(prompt.render({"event": event}), self._sampling, prompt_hash=prompt.hash)
                for event in events
            ]
        )

    def take_provenance(self) -> Provenance:
        """Return what made every label since the last time this was asked."""
        return self._writer.take_provenance()

    def _ask_event(self, block: SemanticBlock) -> ChatRequest:
        texts = {"leading": render_turns(block.leading) or _NONE, "passage": block.render()}
        messages = self._event.render(texts, {"speakers": len(block.speakers)})
        return ChatRequest(messages, self._sampling, prompt_hash=self._event.hash)
