"""Small models in this process through transformers, as a ``ChatModel`` (ProStream, appendix B.1).

Meant for the distillation's instruction models, such as LaMini-Flan-T5, and for small causal models on a CPU:
requests run one after the other. Larger models belong into vLLM or behind a server.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from typing import Any

from streamrecall.errors import ModelError
from streamrecall.records import ChatReply, ChatRequest, Sampling


class TransformersEngine:
    """Runs encoder-decoder models (T5 and its like) and causal models, with or without a chat template.

    A model without a template reads the messages one below the other, without roles. A prompt that is
    longer than ``input_tokens`` loses its beginning, since what is asked stands at the end; a JSON schema
    is not enforced.

    Args:
        model: A hub name or a folder.
        revision: The hub revision, recorded with every call.
        device: Torch device.
        dtype: Weight type such as ``float16``; the model's own where empty.
        input_tokens: Most tokens of a prompt, in the model's tokens.
        allow_download: Fetch a hub model that is not on this machine.
    """

    concurrency = 1

    def __init__(
        self,
        model: str,
        *,
        revision: str = "",
        device: str = "cpu",
        dtype: str = "",
        input_tokens: int = 512,
        allow_download: bool = False,
    ) -> None:
        self.name = model
        self.revision = revision
        self._device = device
        self._input_tokens = input_tokens
        self._given: dict[str, Any] = {"local_files_only": not allow_download}
        if revision:
            self._given["revision"] = revision
        self._dtype = {"dtype": dtype} if dtype else {}
        self._tokenizer: Any = None
        self._model: Any = None

    def complete(
        self,
        requests: Sequence[ChatRequest],
        on_reply: Callable[[int, ChatReply], None] | None = None,
    ) -> list[ChatReply]:
        """Return one reply per request, in order.

        Raises:
            ModelError: If the model cannot be loaded.
        """
        replies = []
        for position, request in enumerate(requests):
            reply = self._reply(request)
            replies.append(reply)
            if on_reply is not None:
                on_reply(position, reply)
        return replies

    def close(self) -> None:
        """Give the model's memory back; it is loaded again when it is asked again."""
        self._tokenizer = self._model = None
        gc.collect()

    def _reply(self, request: ChatRequest) -> ChatReply:
        import torch  # noqa: PLC0415  # seconds to import, needed by this engine alone

        self._load()
        started = time.perf_counter()
        inputs = self._tokenizer(
            self._prompt(request),
            return_tensors="pt",
            truncation=True,
            max_length=self._input_tokens,
            add_special_tokens=not self._templated,  # a template writes its own
        ).to(self._device)
        limit = request.sampling.max_tokens
        with torch.random.fork_rng(devices=[]), torch.inference_mode():
            torch.manual_seed((request.sampling.seed or 0) + request.sample_index)
            ids = self._model.generate(
                input_ids=inputs["input_ids"],
                attention_mask=inputs["attention_mask"],
                max_new_tokens=limit,
                pad_token_id=self._pad,
                **_decoding(request.sampling),
            )[0]
        asked = int(inputs["input_ids"].shape[1])
        # an encoder-decoder model's output begins with its start token
        said = (ids[1:] if self._model.config.is_encoder_decoder else ids[asked:]).tolist()
        return ChatReply(
            text=self._tokenizer.decode(said, skip_special_tokens=True),
            finish_reason="length" if len(said) >= limit and said[-1] not in self._ends else "stop",
            tokens_in=asked,
            tokens_out=len(said),
            seconds=time.perf_counter() - started,
        )

    def _prompt(self, request: ChatRequest) -> str:
        if self._templated:
            messages = [{"role": each.role, "content": each.content} for each in request.messages]
            prompt: str = self._tokenizer.apply_chat_template(
                messages, tokenize=False, add_generation_prompt=True, enable_thinking=request.thinking
            )
            return prompt
        return "\n\n".join(each.content for each in request.messages)

    @property
    def _templated(self) -> bool:
        return bool(self._tokenizer.chat_template) and not self._model.config.is_encoder_decoder

    @property
    def _pad(self) -> int | None:
        pad: int | None = self._tokenizer.pad_token_id
        return self._tokenizer.eos_token_id if pad is None else pad

    @property
    def _ends(self) -> frozenset[int]:
        ends = self._model.generation_config.eos_token_id
        return frozenset(ends if isinstance(ends, list) else [ends])

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
            config = AutoConfig.from_pretrained(self.name, **self._given)
            kind: Any = AutoModelForSeq2SeqLM if config.is_encoder_decoder else AutoModelForCausalLM
            tokenizer = AutoTokenizer.from_pretrained(self.name, truncation_side="left", **self._given)
            model = kind.from_pretrained(self.name, **self._dtype, **self._given)
        except (OSError, ValueError) as error:
            raise ModelError(
                f"cannot load {self.name!r} with transformers ({error}). Name a folder, or a hub model such "
                "as MBZUAI/LaMini-Flan-T5-783M and allow its download."
            ) from error
        self._tokenizer, self._model = tokenizer, model.to(self._device).eval()


def _decoding(sampling: Sampling) -> dict[str, Any]:
    if not sampling.temperature:
        return {"do_sample": False}
    return {"do_sample": True, "temperature": sampling.temperature, "top_p": sampling.top_p}
