"""Times as exports write them, written out in the four forms of `Message.time`."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_CLOCK = re.compile(r"(?:(\d{1,5}):)?(\d{1,3}):(\d{2})(?:[.,](\d{1,9}))?")
_MOST_DIGITS = 20  # before and after the point; exact arithmetic on 1e900000 would take minutes
_MILLISECONDS_FROM = 100_000_000_000  # as seconds this would be the year 5138


def instant(moment: datetime) -> str:
    """Return an aware moment as ``2024-03-04T10:00:00Z``, with a fraction where it has one."""
    return local(moment.astimezone(UTC).replace(tzinfo=None)) + "Z"


def local(moment: datetime) -> str:
    """Return a moment without zone as ``2024-03-04T10:00:00``, with a fraction where it has one."""
    text = moment.isoformat()
    return text.rstrip("0") if moment.microsecond else text


def unix_instant(value: object, *, milliseconds: bool = False) -> str | None:
    """Return a Unix time (number or text, seconds or milliseconds) as an instant; None if it is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        seconds = Decimal(str(value).strip())
        if not seconds.is_finite() or seconds.adjusted() > _MOST_DIGITS:
            return None
        if milliseconds:
            seconds /= 1000
        return instant(_EPOCH + timedelta(microseconds=int(seconds * 1_000_000)))
    except (ArithmeticError, ValueError):
        return None


def unix_guess(value: object) -> str | None:
    """Like `unix_instant`, taking numbers that are too large for seconds as milliseconds."""
    try:
        large = abs(float(value)) >= _MILLISECONDS_FROM  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None
    return unix_instant(value, milliseconds=large)


def iso_time(value: object) -> str | None:
    """Return ISO 8601 as an instant (with offset) or a local date-time (without); None if it is neither."""
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value.strip())
        return local(moment) if moment.tzinfo is None else instant(moment)
    except (ValueError, OverflowError):
        return None


def clock_seconds(text: str) -> float | None:
    """Return the seconds of ``[h:]m:ss[.fff]`` (a comma will do); ``,40`` is 0.4 s. None if it is none."""
    match = _CLOCK.fullmatch(text.strip())
    if match is None:
        return None
    hours, minutes, seconds, fraction = match.groups()
    return int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds) + float("0." + (fraction or "0"))


def duration(seconds: object) -> str | None:
    """Return seconds from the start as ``PT62.5S`` (milliseconds at most); None if it is no number."""
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float, str)):
        return None
    try:
        value = Decimal(str(seconds)).quantize(Decimal("0.001"))
    except (ArithmeticError, ValueError):
        return None
    if not value.is_finite():
        return None
    text = f"{value:f}".rstrip("0").rstrip(".")
    return f"PT{text}S"
