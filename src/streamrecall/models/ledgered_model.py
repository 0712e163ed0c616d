"""A chat model behind the call ledger: it pays only for what is missing."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from streamrecall.errors import ModelError
from streamrecall.models.call_key import Call, model_call
from streamrecall.models.estimate import estimate_calls
from streamrecall.models.ledger import CallLedger
from streamrecall.models.progress import CallProgress
from streamrecall.ports import ChatModel
from streamrecall.records import ChatReply, ChatRequest

logger = logging.getLogger(__name__)

OnReply = Callable[[int, ChatReply], None]


class LedgeredChatModel:
    """Answers from the ledger, and asks the engine for the rest.

    Each reply is queued for the ledger as it arrives and committed before ``complete`` returns. Calls
    that another process is making are waited for, or taken over when that process dies.

    Args:
        claim_size: Calls claimed at a time; all of a batch where None. Several processes share a batch
            in portions of this size.
        poll_seconds: Time between two looks for the replies of another process.
        kind: What kind of model the engine is; ``chat`` unless it embeds or ranks.
    """

    def __init__(
        self,
        engine: ChatModel,
        ledger: CallLedger,
        claim_size: int | None = None,
        poll_seconds: float = 0.5,
        kind: str = "chat",
    ) -> None:
        self.engine = engine
        self.ledger = ledger
        self.name = engine.name
        self.revision = engine.revision
        self.paid = 0
        self.reused = 0
        self._claim_size = claim_size
        self._poll_seconds = poll_seconds
        self._kind = kind

    def close(self) -> None:
        """Release the engine; the ledger stays open, it may serve other models."""
        self.engine.close()

    def complete(self, requests: Sequence[ChatRequest], on_reply: OnReply | None = None) -> list[ChatReply]:
        """Return one reply per request, in order; equal requests are one call.

        Raises:
            ModelError: If some calls got no answer after all attempts of the engine. Every other reply
                of the batch is stored, and a rerun asks for the missing ones alone.
        """
        calls = [self._call(request) for request in requests]
        batch = _Batch(calls, on_reply)
        batch.settle_all(self.ledger.find(batch.waiting))
        self.reused += len(batch.replies)
        if batch.waiting:
            self._announce(requests)
            with CallProgress(len(batch.waiting), self.name) as progress:
                self._settle(batch, dict(zip(batch.keys, requests, strict=True)), progress)
        return batch.in_order()

    def note_parse(self, requests: Sequence[ChatRequest], states: Sequence[str]) -> None:
        """Record in the ledger how the reply to each request could be read."""
        keys = [self._call(request).key for request in requests]
        self.ledger.note_parse(dict(zip(keys, states, strict=True)))
        self.ledger.flush()

    def _call(self, request: ChatRequest) -> Call:
        return model_call(self.name, self.revision, request, self._kind)

    def _settle(self, batch: _Batch, requests: Mapping[str, ChatRequest], progress: CallProgress) -> None:
        while batch.waiting:
            for key, reply in self.ledger.find(batch.waiting).items():
                self.reused += 1
                batch.settle(key, reply)
                progress.advance(True)
            claimed = self.ledger.claim(list(batch.waiting.values()), self._claim_size)
            if claimed:
                self._ask(claimed, batch, requests, progress)
            elif batch.waiting:
                time.sleep(self._poll_seconds)

    def _ask(
        self, claimed: list[Call], batch: _Batch, requests: Mapping[str, ChatRequest], progress: CallProgress
    ) -> None:
        lost: list[str] = []

        def arrived(position: int, reply: ChatReply) -> None:
            key = claimed[position].key
            self.ledger.store(key, reply)
            self.paid += reply.answered
            if reply.finish_reason == "unreachable":
                lost.append(reply.error)
            else:
                batch.settle(key, reply)
            progress.advance(reply.answered)

        try:
            self.engine.complete([requests[call.key] for call in claimed], arrived)
        finally:
            self.ledger.flush()
            self.ledger.release(call.key for call in claimed)
        if lost:
            raise ModelError(
                f"{self.name}: {len(lost)} of {len(claimed)} calls got no answer ({lost[0]}). The other "
                f"{len(claimed) - len(lost)} replies are stored in {self.ledger.path}; see that the model's "
                "server runs, then run again: only the missing calls are made."
            )

    def _announce(self, requests: Sequence[ChatRequest]) -> None:
        if len(requests) > 1:
            estimate = estimate_calls(
                self.ledger,
                self.name,
                self.revision,
                requests,
                kind=self._kind,
                concurrency=getattr(self.engine, "concurrency", 1),
            )
            logger.info("%s", estimate)


class _Batch:
    """The calls of one batch, which of them wait for a reply, and the replies so far."""

    def __init__(self, calls: Sequence[Call], on_reply: OnReply | None) -> None:
        self.keys = [call.key for call in calls]
        self.waiting = {call.key: call for call in calls}
        self.replies: dict[str, ChatReply] = {}
        self._positions: dict[str, list[int]] = {}
        for position, key in enumerate(self.keys):
            self._positions.setdefault(key, []).append(position)
        self._on_reply = on_reply

    def settle_all(self, replies: Mapping[str, ChatReply]) -> None:
        for key, reply in replies.items():
            self.settle(key, reply)

    def settle(self, key: str, reply: ChatReply) -> None:
        self.replies[key] = reply
        del self.waiting[key]
        if self._on_reply is not None:
            for nth, position in enumerate(self._positions[key]):
                self._on_reply(position, replace(reply, cached=reply.cached or nth > 0))

    def in_order(self) -> list[ChatReply]:
        """Return the replies in the order asked; a repeated request counts as cached after its first."""
        seen: set[str] = set()
        replies = []
        for key in self.keys:
            reply = self.replies[key]
            replies.append(replace(reply, cached=reply.cached or key in seen))
            seen.add(key)
        return replies
