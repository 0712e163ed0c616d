"""POST to a server until it answers: bounded attempts, jittered waits, several servers."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import ssl
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import httpx

from streamrecall.errors import ConfigError, ModelError
from streamrecall.models.endpoints import Endpoints
from streamrecall.models.retry import Backoff, is_retried, retry_after_seconds

logger = logging.getLogger(__name__)
logging.getLogger("httpx").setLevel(logging.WARNING)  # it writes a line per request

T = TypeVar("T")

ERROR_CHARACTERS = 500


class Unreachable(Exception):
    """No answer after all attempts; the message says what happened last."""


class Rejected(Exception):
    """The server refuses this request."""


class HttpCalls:
    """One model's servers and how they are asked.

    Args:
        endpoints: The servers.
        backoff: Attempts and waits.
        api_key_env: Name of the environment variable that holds the key, or None.
        timeout_seconds: Longest time for one attempt.

    Raises:
        ConfigError: If ``api_key_env`` names a variable that is not set.
    """

    def __init__(
        self,
        endpoints: Endpoints,
        backoff: Backoff,
        api_key_env: str | None = None,
        timeout_seconds: float = 300.0,
    ) -> None:
        self._endpoints = endpoints
        self._backoff = backoff
        self._timeout = httpx.Timeout(timeout_seconds, connect=min(10.0, timeout_seconds), pool=None)
        self._key = _read_key(api_key_env)
        self._key_env = api_key_env
        self._tls: ssl.SSLContext | bool = (
            ssl.create_default_context()
            if any(url.startswith("https") for url in endpoints.base_urls)
            else False
        )
        self._last_answer = 0.0
        self._given_up = ""

    async def run(
        self,
        items: Iterable[T],
        work: Callable[[httpx.AsyncClient, T], Awaitable[None]],
        concurrency: int,
    ) -> None:
        """Work through ``items``, ``concurrency`` at a time; the first error stops all.

        Each worker has a client of its own: one pool for all costs time quadratic in its connections.
        """
        self._given_up = ""
        queue = iter(items)

        async def worker() -> None:
            async with self._open_client() as client:
                for item in queue:
                    await work(client, item)

        tasks = [asyncio.create_task(worker()) for _ in range(concurrency)]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _open_client(self) -> httpx.AsyncClient:
        headers = {"content-type": "application/json"}
        if self._key:
            headers["authorization"] = f"Bearer {self._key}"
        return httpx.AsyncClient(headers=headers, timeout=self._timeout, verify=self._tls)

    async def post(
        self, client: httpx.AsyncClient, path: str, body: dict[str, Any], idempotency_key: str
    ) -> tuple[dict[str, Any], float, int]:
        """Return the server's JSON object, the seconds of the answered attempt, and the attempts made.

        Raises:
            Rejected: If the server refuses the request; its reason is in the message.
            Unreachable: If no attempt was answered. When in all that time no other call was answered
                either, the servers count as down and calls still waiting fail at once.
            ModelError: If the server refuses the key or does not know the model.
        """
        content = json.dumps(body, ensure_ascii=True).encode("ascii")
        headers = {"idempotency-key": idempotency_key}
        began = time.monotonic()
        last = ""
        for attempt in range(1, self._backoff.attempts + 1):
            if self._given_up:
                raise Unreachable(self._given_up)
            url = self._endpoints.choose()
            asked_wait = None
            started = time.monotonic()
            try:
                response = await client.post(url + path, content=content, headers=headers)
                if response.status_code == httpx.codes.OK:
                    answer = response.json()
                    if not isinstance(answer, dict):
                        raise ValueError("no JSON object")
                    self._endpoints.answered(url)
                    self._last_answer = time.monotonic()
                    return answer, self._last_answer - started, attempt
                last = f"{url}: HTTP {response.status_code}: {self._shown(response.text)}"
                if not is_retried(response.status_code):
                    self._raise_refusal(response.status_code, last)
                asked_wait = retry_after_seconds(response.headers)
            except httpx.TransportError as error:
                last = f"{url}: {type(error).__name__} {self._shown(str(error))}".rstrip()
            except ValueError as error:
                last = f"{url}: a reply that is no JSON object ({self._shown(str(error))})"
            self._endpoints.failed(url)
            if attempt < self._backoff.attempts:
                await asyncio.sleep(self._backoff.wait_seconds(attempt, asked_wait))
        if self._last_answer < began:
            self._given_up = last
        raise Unreachable(last)

    def _raise_refusal(self, status: int, reason: str) -> None:
        if status in {401, 403}:
            key = f"the key in ${self._key_env}" if self._key_env else "a call without a key (api_key_env)"
            raise ModelError(f"{reason} The server refuses {key}.")
        if status == 404:
            raise ModelError(f"{reason} See that the address ends in /v1 and that the server has this model.")
        raise Rejected(reason)

    def _shown(self, text: str) -> str:
        """Return server text fit for a message: one line, shortened, without the key."""
        if self._key:
            text = text.replace(self._key, "***")
        return " ".join(text.split())[:ERROR_CHARACTERS]


def run_async(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end, also where an event loop already runs (as in a notebook)."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(coroutine)
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


def _read_key(variable: str | None) -> str | None:
    if variable is None:
        return None
    key = os.environ.get(variable)
    if not key:
        raise ConfigError(f"api_key_env: the environment variable {variable} is not set.")
    return key
