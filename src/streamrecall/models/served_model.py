"""What the clients of a model server share: batches over HTTP, nothing held between them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from streamrecall.models.http_calls import HttpCalls, run_async
from streamrecall.records import ChatReply, ChatRequest


class ServedModel(ABC):
    """A model on a server, as a ``ChatModel``.

    Args:
        model: The model's name on the server.
        http: Makes the requests.
        revision: Recorded with every call.
        concurrency: Most HTTP requests in flight.
    """

    def __init__(self, model: str, http: HttpCalls, *, revision: str, concurrency: int) -> None:
        self.name = model
        self.revision = revision
        self.concurrency = concurrency
        self._http = http

    def close(self) -> None:  # noqa: B027 (a port's method; the server keeps the model)
        """Nothing is held between batches."""

    def complete(
        self,
        requests: Sequence[ChatRequest],
        on_reply: Callable[[int, ChatReply], None] | None = None,
    ) -> list[ChatReply]:
        """Return one reply per request, in order.

        Raises:
            ModelError: If the server refuses the key or does not know the model.
        """
        return run_async(self._complete(requests, on_reply)) if requests else []

    @abstractmethod
    async def _complete(
        self, requests: Sequence[ChatRequest], on_reply: Callable[[int, ChatReply], None] | None
    ) -> list[ChatReply]:
        """Ask for all requests at once, ``concurrency`` in flight."""
