"""Progress of long loops: a bar on a terminal, a line every so often in a log."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Iterable, Iterator, Sized
from typing import TypeVar

from tqdm import tqdm

Item = TypeVar("Item")
_LOG = logging.getLogger(__name__)


def track(
    items: Iterable[Item], description: str, *, total: int | None = None, every_seconds: float = 15.0
) -> Iterator[Item]:
    """Yield the items, showing how far the loop is.

    Args:
        items: What to loop over; with a length, the remaining time is shown too.
        description: What is being done, as a short phrase.
        total: Number of items, where they have no length themselves.
        every_seconds: Pause between lines where the output is not a terminal.
    """
    if total is None and isinstance(items, Sized):
        total = len(items)
    if sys.stderr.isatty():
        yield from tqdm(items, desc=description, total=total, leave=False)
        return
    started = last = time.monotonic()
    for done, item in enumerate(items):
        now = time.monotonic()
        if now - last >= every_seconds:
            last = now
            left = (
                ""
                if not total or not done
                else f", about {(now - started) / done * (total - done):.0f} s left"
            )
            _LOG.info("%s: %s of %s%s", description, done, total if total is not None else "?", left)
        yield item
