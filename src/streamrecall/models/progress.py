"""Progress of a batch of calls: a bar on a terminal, a line every so often in a log."""

from __future__ import annotations

import logging
import sys
import time
from types import TracebackType

from tqdm import tqdm

logger = logging.getLogger(__name__)

LOG_SECONDS = 30.0


class CallProgress:
    """Counts finished calls.

    Args:
        total: Calls of the batch.
        label: What is being called.
        log_seconds: Time between two lines where standard error is no terminal.
    """

    def __init__(self, total: int, label: str, log_seconds: float = LOG_SECONDS) -> None:
        self._total = total
        self._label = label
        self._log_seconds = log_seconds
        self._done = 0
        self._failed = 0
        self._started = self._logged = time.monotonic()
        self._bar = tqdm(total=total, desc=label, unit="call") if sys.stderr.isatty() else None

    def __enter__(self) -> CallProgress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()

    def advance(self, answered: bool) -> None:
        """Count one finished call."""
        self._done += 1
        self._failed += not answered
        if self._bar is not None:
            self._bar.update()
            if not answered:
                self._bar.set_postfix(failed=self._failed)
        elif time.monotonic() - self._logged >= self._log_seconds:
            self._logged = time.monotonic()
            logger.info(
                "%s: %d of %d calls, %d failed, %.0f s",
                self._label,
                self._done,
                self._total,
                self._failed,
                self._logged - self._started,
            )
