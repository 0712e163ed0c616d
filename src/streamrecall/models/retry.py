"""How long to wait before asking a server again."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

RETRIED_STATUS = frozenset({408, 425, 429})
"""Besides every status from 500 on."""


@dataclass(frozen=True, slots=True)
class Backoff:
    """Exponential waits with jitter, so that many callers do not return at the same moment.

    Attributes:
        attempts: Most times one call is asked.
        first_seconds: Longest wait before the second attempt; it doubles from there.
        longest_seconds: No wait is longer, whatever the server asks for.
    """

    attempts: int = 8
    first_seconds: float = 0.5
    longest_seconds: float = 30.0
    chance: random.Random = field(default_factory=random.Random, compare=False, repr=False)

    def wait_seconds(self, attempt: int, asked_seconds: float | None = None) -> float:
        """Return the wait after the failed ``attempt`` (from 1).

        The wait lies between half and all of ``first_seconds * 2 ** (attempt - 1)``, and is never
        shorter than the server asked for.
        """
        ceiling: float = min(self.longest_seconds, self.first_seconds * 2.0 ** (attempt - 1))
        wait = ceiling * self.chance.uniform(0.5, 1.0)
        return wait if asked_seconds is None else min(max(wait, asked_seconds), self.longest_seconds)


def is_retried(status: int) -> bool:
    """Whether a reply of this HTTP status may be different next time."""
    return status in RETRIED_STATUS or status >= 500


def retry_after_seconds(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Return the seconds a ``Retry-After`` header asks for, given as a number or a date, or None."""
    value = headers.get("retry-after", "").strip()
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        then = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (then.replace(tzinfo=then.tzinfo or UTC) - (now or datetime.now(UTC))).total_seconds())
