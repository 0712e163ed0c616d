"""Event phrases and scenes from a small instruction-tuned model through transformers (appendix B.1)."""

from __future__ import annotations

from typing import Any

from streamrecall.errors import ModelError
from streamrecall.records import SemanticBlock, one_line

EVENT_INSTRUCTION = (
    "In one short phrase, say what happens in this conversation between {speakers}.\n\n{passage}"
)
SCENE_INSTRUCTION = (
    "Name a general category of two or three words that this event belongs to, one that many other events"
    " could share.\n\n{event}"
)


class InstructionSummarizer:
    """LaMini-Flan-T5 and its like: one instruction, the text, a short reply, decoded greedily.

    Encoder-decoder models (the paper's LaMini-T5-738M, MBZUAI/LaMini-Flan-T5-783M) and decoder-only chat
    models in transformers' format both work. Such models are too small to be told apart text and
    instruction reliably, so what they return is used as a label only, never as an instruction.

    Args:
        model: A hub name or a folder.
        revision: The hub revision.
        device: Torch device.
        max_new_tokens: Longest reply, in the model's tokens.
        input_tokens: Where the input is cut, in the model's tokens; its end is what counts, so the oldest
            part is cut.
    """

    reads_leading = False

    def __init__(
        self,
        model: str,
        *,
        revision: str | None = None,
        device: str = "cpu",
        max_new_tokens: int = 32,
        input_tokens: int = 512,
    ) -> None:
        self.name = model if revision is None else f"{model}@{revision}"
        self._source = model
        self._revision = revision
        self._device = device
        self._max_new_tokens = max_new_tokens
        self._input_tokens = input_tokens
        self._tokenizer: Any = None
        self._model: Any = None

    def event(self, block: SemanticBlock) -> str:
        """Return the phrase for the block.

        Raises:
            ModelError: If the model cannot be loaded.
        """
        speakers = ", ".join(one_line(speaker) for speaker in block.speakers)
        return self._reply(EVENT_INSTRUCTION, speakers=speakers, passage=block.render())

    def scene(self, event: str) -> str:
        """Return the category for an event phrase.

        Raises:
            ModelError: If the model cannot be loaded.
        """
        return self._reply(SCENE_INSTRUCTION, event=event)

    def _reply(self, instruction: str, **texts: str) -> str:
        import torch  # noqa: PLC0415  # seconds to import, needed by this model alone

        self._load()
        prompt = instruction.format(**texts)
        if self._tokenizer.chat_template and not self._model.config.is_encoder_decoder:
            messages = [{"role": "user", "content": prompt}]
            prompt = self._tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
        inputs = self._tokenizer(
            prompt, return_tensors="pt", truncation=True, max_length=self._input_tokens
        ).to(self._device)
        with torch.inference_mode():
            ids = self._model.generate(
                input_ids=inputs["input_ids"],
                attention_mask=inputs["attention_mask"],
                max_new_tokens=self._max_new_tokens,
                do_sample=False,
                pad_token_id=self._pad,
            )[0]
        start = 0 if self._model.config.is_encoder_decoder else inputs["input_ids"].shape[1]
        return one_line(self._tokenizer.decode(ids[start:], skip_special_tokens=True))

    @property
    def _pad(self) -> int | None:
        pad: int | None = self._tokenizer.pad_token_id
        return self._tokenizer.eos_token_id if pad is None else pad

    def _load(self) -> None:
        if self._model is not None:
            return
        from transformers import (  # noqa: PLC0415
            AutoConfig,
            AutoModelForCausalLM,
            AutoModelForSeq2SeqLM,
            AutoTokenizer,
        )

        try:
            given = {"revision": self._revision} if self._revision else {}
            config = AutoConfig.from_pretrained(self._source, **given)
            kind: Any = AutoModelForSeq2SeqLM if config.is_encoder_decoder else AutoModelForCausalLM
            self._tokenizer = AutoTokenizer.from_pretrained(self._source, truncation_side="left", **given)
            self._model = kind.from_pretrained(self._source, **given).to(self._device).eval()
        except (OSError, ValueError) as error:
            raise ModelError(
                f"cannot load the summariser {self._source!r} ({error}). Name a folder, a hub model such as "
                "MBZUAI/LaMini-Flan-T5-783M, or use the extractive summariser."
            ) from error
