"""The ``/embeddings`` endpoint of a server, as an engine the call ledger can stand in front of."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import httpx
import numpy as np
import numpy.typing as npt

from streamrecall.models.call_key import model_call
from streamrecall.models.chat_model import rejected, unreachable
from streamrecall.models.http_calls import HttpCalls, Rejected, Unreachable
from streamrecall.models.served_model import ServedModel
from streamrecall.records import ChatReply, ChatRequest

KIND = "embed"


class EmbeddingServer(ServedModel):
    """Embeds texts; the reply to a text is its vector as base64 of little-endian float32.

    Args:
        model: The model's name on the server.
        http: The servers and how they are asked.
        revision: Recorded with every call.
        batch_size: Texts per HTTP request.
        concurrency: Most HTTP requests in flight.
    """

    def __init__(
        self,
        model: str,
        http: HttpCalls,
        *,
        revision: str = "",
        batch_size: int = 32,
        concurrency: int = 4,
    ) -> None:
        super().__init__(model, http, revision=revision, concurrency=concurrency)
        self._batch_size = batch_size

    async def _complete(
        self, requests: Sequence[ChatRequest], on_reply: Callable[[int, ChatReply], None] | None
    ) -> list[ChatReply]:
        replies: dict[int, ChatReply] = {}
        starts = range(0, len(requests), self._batch_size)

        async def embed(client: httpx.AsyncClient, start: int) -> None:
            batch = requests[start : start + self._batch_size]
            for position, reply in enumerate(await self._embed(client, batch), start):
                replies[position] = reply
                if on_reply is not None:
                    on_reply(position, reply)

        await self._http.run(starts, embed, min(self.concurrency, len(starts)))
        return [replies[position] for position in range(len(requests))]

    async def _embed(self, client: httpx.AsyncClient, batch: Sequence[ChatRequest]) -> list[ChatReply]:
        texts = [request.messages[-1].content for request in batch]
        key = "-".join((model_call(self.name, self.revision, batch[0], KIND).key[:32], str(len(batch))))
        try:
            answer, seconds, attempts = await self._http.post(
                client, "/embeddings", {"model": self.name, "input": texts}, key
            )
            vectors = _vectors(answer, len(batch))
        except Unreachable as error:
            return [unreachable(str(error)) for _ in batch]
        except Rejected as error:
            return [rejected(str(error)) for _ in batch]
        tokens = int((answer.get("usage") or {}).get("prompt_tokens", 0))
        share, rest = divmod(tokens, len(batch))
        return [
            ChatReply(
                encode_vector(vector),
                tokens_in=share + (number < rest),
                seconds=seconds / len(batch),
                attempts=attempts,
            )
            for number, vector in enumerate(vectors)
        ]


def encode_vector(vector: Sequence[float]) -> str:
    """Return a vector as base64 of little-endian float32."""
    return base64.b64encode(np.asarray(vector, dtype="<f4").tobytes()).decode("ascii")


def decode_vector(text: str) -> npt.NDArray[np.float32]:
    """Read what ``encode_vector`` wrote."""
    return np.frombuffer(base64.b64decode(text), dtype="<f4").astype(np.float32)


def _vectors(answer: Mapping[str, Any], count: int) -> list[list[float]]:
    try:
        by_index = {int(row["index"]): row["embedding"] for row in answer["data"]}
        return [[float(value) for value in by_index[number]] for number in range(count)]
    except (KeyError, TypeError, ValueError) as error:
        raise Rejected(f"the reply is no list of {count} embeddings ({error!r})") from error
