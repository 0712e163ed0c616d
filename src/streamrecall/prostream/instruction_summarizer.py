"""Event phrases and scenes from a small instruction-tuned model (appendix B.1 and B.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

from streamrecall.ports import ChatModel
from streamrecall.prostream.label_writer import LabelWriter
from streamrecall.records import ChatRequest, Message, Provenance, Sampling, SemanticBlock, one_line
from streamrecall.text.tokens import truncate_tokens

EVENT_INSTRUCTION = (
    "In one short phrase, say what happens in this conversation between {speakers}.\n\n{passage}"
)
SCENE_INSTRUCTION = (
    "Name a general category of two or three words that this event belongs to, one that many other events"
    " could share.\n\n{event}"
)
_SAMPLING = Sampling(max_tokens=32)
_HASH = sha256(f"{EVENT_INSTRUCTION}\0{SCENE_INSTRUCTION}".encode()).hexdigest()[:16]


class InstructionSummarizer:
    """LaMini-Flan-T5 and its like: one instruction, the text, a short reply, decoded greedily.

    Such models (the paper's LaMini-T5-738M, MBZUAI/LaMini-Flan-T5-783M) read a few hundred tokens and no
    rules about fences. They cannot be told apart text and instruction reliably, so what they return is
    used as a label only, never as an instruction.

    Args:
        model: The model, such as a ``TransformersEngine``; behind the call ledger a rerun costs nothing.
        sampling: How to decode.
        passage_tokens: Where a passage is cut, so that it leaves room for the instruction in a model that
            reads 512 of its own tokens.
    """

    reads_leading = False

    def __init__(
        self, model: ChatModel, sampling: Sampling = _SAMPLING, *, passage_tokens: int = 320
    ) -> None:
        self.name = f"{model.name}@{model.revision}" if model.revision else model.name
        self._sampling = sampling
        self._passage_tokens = passage_tokens
        self._writer = LabelWriter(model, _HASH, sampling)

    def event(self, block: SemanticBlock) -> str:
        """Return the phrase for the block.

        Raises:
            ModelError: If the model cannot be loaded or gave no answer.
        """
        return self.events([block])[0]

    def scene(self, event: str) -> str:
        """Return the category for an event phrase.

        Raises:
            ModelError: If the model cannot be loaded or gave no answer.
        """
        return self.scenes([event])[0]

    def events(self, blocks: Sequence[SemanticBlock]) -> list[str]:
        """Return the phrase for each block.

        Raises:
            ModelError: If the model cannot be loaded or gave no answer to one of them.
        """
        return self._write(
            EVENT_INSTRUCTION.format(
                speakers=", ".join(one_line(speaker) for speaker in block.speakers),
                passage=truncate_tokens(block.render(), self._passage_tokens).strip(),
            )
            for block in blocks
        )

    def scenes(self, events: Sequence[str]) -> list[str]:
        """Return the category for each event phrase.

        Raises:
            ModelError: If the model cannot be loaded or gave no answer to one of them.
        """
        return self._write(SCENE_INSTRUCTION.format(event=event) for event in events)

    def take_provenance(self) -> Provenance:
        """Return what made every label since the last time this was asked."""
        return self._writer.take_provenance()

    def _write(self, prompts: Iterable[str]) -> list[str]:
        return self._writer.write(
            [ChatRequest((Message("user", prompt),), self._sampling, prompt_hash=_HASH) for prompt in prompts]
        )
