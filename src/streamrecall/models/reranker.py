"""A reranker behind a ``/rerank`` endpoint (vLLM, llama.cpp, Jina, Cohere speak it), through the ledger."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import httpx

from streamrecall.errors import ModelError
from streamrecall.models.call_key import model_call
from streamrecall.models.chat_model import rejected, unreachable
from streamrecall.models.http_calls import HttpCalls, Rejected, Unreachable
from streamrecall.models.ledger import CallLedger
from streamrecall.models.ledgered_model import LedgeredChatModel
from streamrecall.models.served_model import ServedModel
from streamrecall.records import ChatReply, ChatRequest, Message

KIND = "rerank"


class RerankServer(ServedModel):
    """Scores documents for queries; the reply to a query and a document is the score as text.

    Args:
        model: The model's name on the server.
        http: The servers and how they are asked.
        revision: Recorded with every call.
        concurrency: Most HTTP requests in flight; one request has all documents of a query.
    """

    def __init__(self, model: str, http: HttpCalls, *, revision: str = "", concurrency: int = 4) -> None:
        super().__init__(model, http, revision=revision, concurrency=concurrency)

    async def _complete(
        self, requests: Sequence[ChatRequest], on_reply: Callable[[int, ChatReply], None] | None
    ) -> list[ChatReply]:
        by_query: dict[str, list[int]] = {}
        for position, request in enumerate(requests):
            by_query.setdefault(request.messages[0].content, []).append(position)
        replies: dict[int, ChatReply] = {}

        async def rank(client: httpx.AsyncClient, item: tuple[str, list[int]]) -> None:
            query, positions = item
            scored = await self._rank(client, query, [requests[position] for position in positions])
            for position, reply in zip(positions, scored, strict=True):
                replies[position] = reply
                if on_reply is not None:
                    on_reply(position, reply)

        await self._http.run(by_query.items(), rank, min(self.concurrency, len(by_query)))
        return [replies[position] for position in range(len(requests))]

    async def _rank(
        self, client: httpx.AsyncClient, query: str, requests: Sequence[ChatRequest]
    ) -> list[ChatReply]:
        documents = [request.messages[1].content for request in requests]
        body = {"model": self.name, "query": query, "documents": documents, "top_n": len(documents)}
        key = f"{model_call(self.name, self.revision, requests[0], KIND).key[:32]}-{len(requests)}"
        try:
            answer, seconds, attempts = await self._http.post(client, "/rerank", body, key)
            scores = _scores(answer, len(documents))
        except Unreachable as error:
            return [unreachable(str(error)) for _ in requests]
        except Rejected as error:
            return [rejected(str(error)) for _ in requests]
        return [ChatReply(repr(score), seconds=seconds / len(scores), attempts=attempts) for score in scores]


class RemoteReranker:
    """Scores documents on a server, each pair paid for once."""

    def __init__(self, server: RerankServer, ledger: CallLedger) -> None:
        self.name = server.name
        self._model = LedgeredChatModel(server, ledger, kind=KIND)

    def scores(self, query: str, documents: Sequence[str]) -> list[float]:
        """Return the relevance of each document, in their order; scales differ between models.

        Raises:
            ModelError: If a document could not be scored.
        """
        requests = [
            ChatRequest((Message("user", query), Message("user", document))) for document in documents
        ]
        replies = self._model.complete(requests)
        refused = [reply.error for reply in replies if not reply.answered]
        if refused:
            raise ModelError(f"{self.name}: {len(refused)} documents not scored ({refused[0]}).")
        return [float(reply.text) for reply in replies]


def _scores(answer: Mapping[str, Any], count: int) -> list[float]:
    try:
        by_index = {int(row["index"]): float(row["relevance_score"]) for row in answer["results"]}
        scores = [by_index[number] for number in range(count)]
    except (KeyError, TypeError, ValueError) as error:
        raise Rejected(f"the reply is no list of {count} scores ({error!r})") from error
    if not all(math.isfinite(score) for score in scores):
        raise Rejected("a score is not finite")
    return scores
