"""vLLM in this process: one batch per model and node, the accelerator released afterwards."""

from __future__ import annotations

import gc
import logging
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from streamrecall.errors import ModelError
from streamrecall.models.chat_model import rejected
from streamrecall.records import ChatReply, ChatRequest

logger = logging.getLogger(__name__)


class VllmEngine:
    """Runs a model with ``vllm.LLM``. It is loaded at the first batch and again after ``close``.

    Requests are handed over in portions, and each portion's replies are reported when it is done, so that a
    run that is killed loses one portion at most. A reply's seconds are the portion's time over its calls.

    Args:
        model: A folder or a hub name.
        revision: The model's revision on the hub.
        dtype: Such as ``float16`` (the paper's) or ``bfloat16``.
        tensor_parallel_size: Accelerators that share one copy of the model.
        max_model_len: Context length in tokens; None takes the model's.
        gpu_memory_utilization: Share of the accelerator's memory to use.
        portion: Requests handed over at a time.
        extra: Further arguments of ``vllm.LLM``.

    Raises:
        ModelError: If vLLM is not installed.
    """

    concurrency = 1  # seconds are already shares of a batch

    def __init__(
        self,
        model: str,
        *,
        revision: str = "",
        dtype: str = "float16",
        tensor_parallel_size: int = 1,
        max_model_len: int | None = None,
        gpu_memory_utilization: float = 0.9,
        portion: int = 1024,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        require_vllm()
        self.name = model
        self.revision = revision
        self._portion = portion
        self._arguments: dict[str, Any] = {
            "model": model,
            "dtype": dtype,
            "tensor_parallel_size": tensor_parallel_size,
            "gpu_memory_utilization": gpu_memory_utilization,
            **({"revision": revision} if revision else {}),
            **({"max_model_len": max_model_len} if max_model_len else {}),
            **(extra or {}),
        }
        self._llm: Any = None

    def complete(
        self,
        requests: Sequence[ChatRequest],
        on_reply: Callable[[int, ChatReply], None] | None = None,
    ) -> list[ChatReply]:
        """Return one reply per request.

        A request whose prompt and reply limit exceed the context is rejected; the others are run.

        Raises:
            ModelError: If the model cannot be loaded.
        """
        replies: dict[int, ChatReply] = {}
        for thinking in (False, True):
            positions = [n for n, request in enumerate(requests) if request.thinking is thinking]
            for start in range(0, len(positions), self._portion):
                portion = positions[start : start + self._portion]
                answers = self._run([requests[position] for position in portion], thinking)
                for position, reply in zip(portion, answers, strict=True):
                    replies[position] = reply
                    if on_reply is not None:
                        on_reply(position, reply)
        return [replies[position] for position in range(len(requests))]

    def close(self) -> None:
        """Unload the model and give its memory back."""
        if self._llm is None:
            return
        shutdown = getattr(getattr(self._llm, "llm_engine", None), "engine_core", None)
        if shutdown is not None:
            shutdown.shutdown()
        self._llm = None
        gc.collect()
        torch = sys.modules.get("torch")
        if torch is not None and torch.cuda.is_available():
            torch.cuda.empty_cache()

    def _run(self, requests: Sequence[ChatRequest], thinking: bool) -> list[ChatReply]:
        llm = self._load()
        template = {"enable_thinking": thinking}
        refusals = [self._refusal(llm, request, template) for request in requests]
        runnable = [request for request, refusal in zip(requests, refusals, strict=True) if not refusal]
        started = time.perf_counter()
        outputs = iter(
            llm.chat(
                [_messages(request) for request in runnable],
                [_sampling(request) for request in runnable],
                use_tqdm=False,
                chat_template_kwargs=template,
            )
            if runnable
            else []
        )
        seconds = (time.perf_counter() - started) / max(1, len(runnable))
        return [rejected(refusal) if refusal else _reply(next(outputs), seconds) for refusal in refusals]

    def _refusal(self, llm: Any, request: ChatRequest, template: Mapping[str, Any]) -> str:
        """Return why a request cannot run; vLLM itself would refuse the whole batch for it."""
        tokens = llm.get_tokenizer().apply_chat_template(
            _messages(request), add_generation_prompt=True, tokenize=True, return_dict=False, **template
        )
        limit = llm.llm_engine.model_config.max_model_len
        if len(tokens) + request.sampling.max_tokens <= limit:
            return ""
        return (
            f"the prompt has {len(tokens)} tokens and the reply may have {request.sampling.max_tokens}, more "
            f"than the context of {limit}"
        )

    def _load(self) -> Any:
        if self._llm is None:
            from vllm import LLM  # noqa: PLC0415

            logger.info("loading %s with vLLM", self.name)
            try:
                self._llm = LLM(**self._arguments)
            except Exception as error:
                raise ModelError(
                    f"vLLM cannot load {self.name} ({error}). See that the name or folder is right, that the "
                    "model fits the accelerator (dtype, tensor_parallel_size, max_model_len, "
                    "gpu_memory_utilization), and that a hub can be reached."
                ) from error
        return self._llm


def require_vllm() -> None:
    """Raise ModelError with what to install where vLLM is missing."""
    if find_spec("vllm") is None:
        raise ModelError(
            "The vllm engine needs vLLM, which needs an NVIDIA GPU: install streamrecall[gpu], or use the "
            "openai engine with any server."
        )


def _messages(request: ChatRequest) -> list[dict[str, str]]:
    return [{"role": message.role, "content": message.content} for message in request.messages]


def _sampling(request: ChatRequest) -> Any:
    from vllm import SamplingParams  # noqa: PLC0415
    from vllm.sampling_params import StructuredOutputsParams  # noqa: PLC0415

    sampling = request.sampling
    schema = request.json_schema
    return SamplingParams(
        temperature=sampling.temperature,
        top_p=sampling.top_p,
        max_tokens=sampling.max_tokens,
        seed=None if sampling.seed is None else sampling.seed + request.sample_index,
        structured_outputs=None if schema is None else StructuredOutputsParams(json=schema),
    )


def _reply(output: Any, seconds: float) -> ChatReply:
    completion = output.outputs[0]
    if completion.finish_reason not in {"stop", "length"}:
        return rejected(f"vLLM ended the reply with {completion.finish_reason!r}")
    return ChatReply(
        text=completion.text,
        finish_reason=completion.finish_reason,
        tokens_in=len(output.prompt_token_ids or ()),
        tokens_out=len(completion.token_ids),
        seconds=seconds,
    )
