"""Group commit: replies that arrive while one transaction is synced to disk share the next one."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue

Write = Callable[[sqlite3.Connection], object]

BACKLOG = 32
"""Most writes that wait for their commit: what a killed process can lose beside its calls in flight."""


class GroupCommitter:
    """Runs queued writes on a thread of its own, many to a transaction.

    Args:
        commit: Runs a list of writes in one durable transaction.
        renew: Called every ``renew_seconds`` while the thread runs, to keep leases alive.
    """

    def __init__(
        self, commit: Callable[[list[Write]], None], renew: Callable[[], None], renew_seconds: float
    ) -> None:
        self._commit = commit
        self._renew = renew
        self._renew_seconds = renew_seconds
        self._queue: SimpleQueue[Write | None] = SimpleQueue()
        self._settled = threading.Condition()
        self._queued = 0
        self._committed = 0
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="call-ledger", daemon=True)
        self._thread.start()

    def put(self, write: Write) -> None:
        """Queue a write; it is durable once ``flush`` returned. Waits while ``BACKLOG`` others are not."""
        with self._settled:
            self._settled.wait_for(
                lambda: self._failure is not None or self._queued - self._committed < BACKLOG
            )
            self._raise_failure()
            self._queued += 1
        self._queue.put(write)

    def flush(self) -> None:
        """Wait until every write queued so far is committed.

        Raises:
            sqlite3.Error: If a commit failed; nothing queued after it was stored.
        """
        with self._settled:
            wanted = self._queued
            self._settled.wait_for(lambda: self._failure is not None or self._committed >= wanted)
        self._raise_failure()

    def close(self) -> None:
        """Commit what is queued and end the thread."""
        self._queue.put(None)
        self._thread.join()
        self._raise_failure()

    def _raise_failure(self) -> None:
        if self._failure is not None:
            raise self._failure

    def _run(self) -> None:
        next_renewal = time.monotonic() + self._renew_seconds
        open_ = True
        while open_:
            writes, open_ = self._drain(max(0.0, next_renewal - time.monotonic()))
            try:
                if writes:
                    self._commit(writes)
                if time.monotonic() >= next_renewal:
                    self._renew()
                    next_renewal = time.monotonic() + self._renew_seconds
            except sqlite3.Error as failure:
                open_ = False
                with self._settled:
                    self._failure = failure
                    self._settled.notify_all()
            else:
                with self._settled:
                    self._committed += len(writes)
                    self._settled.notify_all()

    def _drain(self, wait: float) -> tuple[list[Write], bool]:
        """Return the queued writes, waiting up to ``wait`` seconds for a first; False ends the thread."""
        writes: list[Write] = []
        try:
            item = self._queue.get(timeout=wait)
            while True:
                if item is None:
                    return writes, False
                writes.append(item)
                item = self._queue.get_nowait()
        except Empty:
            return writes, True
