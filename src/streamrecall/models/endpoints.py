"""Several base URLs of one model: round robin, with those that fail set aside for a while."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from streamrecall.errors import ConfigError


class Endpoints:
    """Chooses the server for the next attempt.

    Args:
        base_urls: Such as ``http://localhost:8000/v1``.
        rest_seconds: How long a server that failed is passed over while another one is there.
        clock: Seconds that only rise.

    Raises:
        ConfigError: If there is no URL, or one that is not HTTP or carries credentials.
    """

    def __init__(
        self,
        base_urls: Sequence[str],
        rest_seconds: float = 5.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if not base_urls:
            raise ConfigError("base_urls is empty: name at least one, such as http://localhost:8000/v1.")
        for url in base_urls:
            _check(url)
        self.base_urls = tuple(url.rstrip("/") for url in base_urls)
        self._rest_seconds = rest_seconds
        self._clock = clock
        self._next = 0
        self._resting_until = dict.fromkeys(self.base_urls, 0.0)

    def choose(self) -> str:
        """Return the next server in turn; among resting ones only, the one that rests shortest."""
        now = self._clock()
        for _ in self.base_urls:
            url = self.base_urls[self._next % len(self.base_urls)]
            self._next += 1
            if self._resting_until[url] <= now:
                return url
        return min(self.base_urls, key=self._resting_until.__getitem__)

    def failed(self, url: str) -> None:
        """Set a server aside."""
        self._resting_until[url] = self._clock() + self._rest_seconds

    def answered(self, url: str) -> None:
        """Take a server back in."""
        self._resting_until[url] = 0.0


def _check(url: str) -> None:
    scheme, separator, rest = url.partition("://")
    if scheme not in {"http", "https"} or not separator or not rest:
        raise ConfigError(f"base_urls: {url!r} is no HTTP address; write it like http://localhost:8000/v1.")
    if "@" in rest.partition("/")[0]:
        raise ConfigError(
            "base_urls: an address carries credentials; put the key into an environment variable and name "
            "that in api_key_env."
        )
