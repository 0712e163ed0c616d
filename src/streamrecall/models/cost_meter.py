"""Counts what a memory method puts, or would put, to a language model, and when."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from streamrecall.records import MethodCost
from streamrecall.text.tokens import count_tokens


class CostMeter:
    """The running total of one memory, its ``cost``; ``take`` reads what came since the last time."""

    def __init__(self) -> None:
        self._since = MethodCost()
        self._building = False

    @contextmanager
    def building(self) -> Iterator[None]:
        """Count what happens inside as organising, not as recall; may not be nested."""
        started = time.perf_counter()
        self._building = True
        try:
            yield
        finally:
            self._building = False
            took = time.perf_counter() - started
            self._since = replace(self._since, build_seconds=self._since.build_seconds + took)

    def charge(self, texts: Iterable[str], *, building: bool = False) -> None:
        """Count one call that is put all of ``texts``; ``building`` says that it organises."""
        tokens = sum(count_tokens(text) for text in texts)
        since = self._since
        self._since = (
            replace(since, build_calls=since.build_calls + 1, build_tokens=since.build_tokens + tokens)
            if self._building or building
            else replace(
                since, recall_calls=since.recall_calls + 1, recall_tokens=since.recall_tokens + tokens
            )
        )

    def take(self) -> MethodCost:
        """Return the cost since the last ``take``."""
        since, self._since = self._since, MethodCost()
        return since
