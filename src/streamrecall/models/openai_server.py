"""Any OpenAI-compatible server: ``vllm serve``, llama.cpp, Ollama, a cloud."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import httpx

from streamrecall.models.call_key import model_call
from streamrecall.models.chat_model import rejected, unreachable
from streamrecall.models.http_calls import HttpCalls, Rejected, Unreachable
from streamrecall.models.served_model import ServedModel
from streamrecall.records import ChatReply, ChatRequest

logger = logging.getLogger(__name__)

StructuredOutput = Literal["json_schema", "json_object", "none"]
_WEAKER: dict[StructuredOutput, StructuredOutput] = {"json_schema": "json_object", "json_object": "none"}
_FORMAT_WORDS = ("response_format", "json_schema", "json_object", "grammar", "structured", "guided", "schema")


class OpenAIServer(ServedModel):
    """Asks one model of an OpenAI-compatible server, many calls at a time.

    Args:
        model: The model's name on the server.
        http: The servers and how they are asked.
        revision: Recorded with every call; the server does not tell which revision it runs.
        concurrency: Most calls in flight.
        structured_output: How a JSON schema is enforced. A server that refuses it is asked with the
            next weaker form from then on, and the log says so.
        template_thinking: Send ``chat_template_kwargs.enable_thinking`` with every call, as vLLM and
            llama.cpp take it; other servers may refuse the field.
        token_limit_field: ``max_tokens``, or ``max_completion_tokens`` where the server wants that.
        extra_body: Further fields for every call.
    """

    def __init__(
        self,
        model: str,
        http: HttpCalls,
        *,
        revision: str = "",
        concurrency: int = 16,
        structured_output: StructuredOutput = "json_schema",
        template_thinking: bool = False,
        token_limit_field: str = "max_tokens",
        extra_body: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(model, http, revision=revision, concurrency=concurrency)
        self.structured_output: StructuredOutput = structured_output
        self._template_thinking = template_thinking
        self._token_limit_field = token_limit_field
        self._extra_body = dict(extra_body or {})

    async def _complete(
        self, requests: Sequence[ChatRequest], on_reply: Callable[[int, ChatReply], None] | None
    ) -> list[ChatReply]:
        replies: dict[int, ChatReply] = {}

        async def ask(client: httpx.AsyncClient, item: tuple[int, ChatRequest]) -> None:
            position, request = item
            replies[position] = reply = await self._ask(client, request)
            if on_reply is not None:
                on_reply(position, reply)

        await self._http.run(enumerate(requests), ask, min(self.concurrency, len(requests)))
        return [replies[position] for position in range(len(requests))]

    async def _ask(self, client: httpx.AsyncClient, request: ChatRequest) -> ChatReply:
        key = model_call(self.name, self.revision, request).key
        while True:
            form = self.structured_output
            try:
                answer = await self._http.post(client, "/chat/completions", self._body(request, form), key)
                return _read_answer(*answer)
            except Unreachable as error:
                return unreachable(str(error))
            except Rejected as error:
                if request.json_schema is None or not self._weaken(form, str(error)):
                    return rejected(str(error))

    def _weaken(self, refused: StructuredOutput, reason: str) -> bool:
        """Fall back from a refused form of structured output; False where it was not the form."""
        if refused == "none" or not any(word in reason.lower() for word in _FORMAT_WORDS):
            return False
        if self.structured_output == refused:
            self.structured_output = _WEAKER[refused]
            logger.warning(
                "%s: the server refuses response_format %s (%s); using %s from now on.",
                self.name,
                refused,
                reason,
                self.structured_output,
            )
        return True

    def _body(self, request: ChatRequest, form: StructuredOutput) -> dict[str, Any]:
        sampling = request.sampling
        body: dict[str, Any] = {
            "model": self.name,
            "messages": [{"role": m.role, "content": m.content} for m in request.messages],
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            self._token_limit_field: sampling.max_tokens,
        }
        if sampling.seed is not None:
            body["seed"] = sampling.seed + request.sample_index
        if request.json_schema is not None and form == "json_object":
            body["response_format"] = {"type": "json_object"}
        elif request.json_schema is not None and form == "json_schema":
            schema = {"name": "reply", "strict": True, "schema": json.loads(request.json_schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        if self._template_thinking:
            body["chat_template_kwargs"] = {"enable_thinking": request.thinking}
        return {**body, **self._extra_body}


def _read_answer(answer: Mapping[str, Any], seconds: float, attempts: int) -> ChatReply:
    try:
        choice = answer["choices"][0]
        text = choice["message"].get("content") or ""
        usage = answer.get("usage") or {}
        tokens_in, tokens_out = int(usage.get("prompt_tokens", 0)), int(usage.get("completion_tokens", 0))
        reason = choice.get("finish_reason") or "stop"
    except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
        return rejected(f"the reply is no chat completion ({error!r})", attempts)
    if reason not in {"stop", "length", "eos"}:
        return rejected(f"the server ended the reply with {reason!r}", attempts)
    return ChatReply(
        text=str(text),
        finish_reason="length" if reason == "length" else "stop",
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        seconds=seconds,
        attempts=attempts,
    )
