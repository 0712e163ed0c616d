"""A column of times: one reading for the whole table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, time
from email.utils import parsedate_to_datetime

from streamrecall.exports.dayorder import DateOrder, NumericDate, decide_order
from streamrecall.exports.jsontext import string
from streamrecall.exports.times import clock_seconds, duration, instant, iso_time, local, unix_guess

_NUMERIC = re.compile(
    r"\s*(\d{1,4})([./-])\s?(\d{1,2})[./-]\s?(\d{1,4})"
    r"(?:,?\s+(\d{1,2})[:.](\d\d)(?:[:.](\d\d))?\s*([ap])?\.?\s?(?:m\.?)?)?\s*",
    re.I,
)
_NUMBER = re.compile(r"-?\d{1,20}(?:\.\d+)?")
_TIME_OF_DAY = re.compile(r"([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?")
_MONTH_NAMED = (
    "%d-%b-%y %I:%M %p",
    "%d-%b-%Y %I:%M %p",
    "%d-%b-%y %H:%M",
    "%d %b %Y %H:%M",
    "%b %d, %Y %I:%M %p",
)
_UNIX_FROM = 86_400 * 1000  # smaller numbers are seconds from the start of a recording
_EARLY = 600  # seconds; a column of clocks that starts so near to zero counts from the start


def read_times(values: Sequence[object]) -> tuple[list[str | None], list[str], list[str]]:
    """Return each value in the form of `Message.time`, what was decided for the column, and warnings.

    ISO 8601, Unix seconds and milliseconds, mail headers, numeric dates in one day-month order, clocks
    (times of day, or counted from the start of a recording) and plain seconds are read.
    """
    texts = [string(value).strip() for value in values]
    notes: list[str] = []
    warnings: list[str] = []
    numeric = {i: match for i, text in enumerate(texts) if (match := _NUMERIC.fullmatch(text))}
    order = DateOrder.DMY
    if numeric and not all(iso_time(texts[i]) for i in numeric):
        american = all(match[2] == "/" for match in numeric.values()) and any(m[8] for m in numeric.values())
        first, second = (DateOrder.MDY, DateOrder.DMY) if american else (DateOrder.DMY, DateOrder.MDY)
        dates = [NumericDate.of(match[1], match[3], match[4]) for match in numeric.values()]
        decision = decide_order(dates, preference=(first, second, DateOrder.YMD))
        order = decision.order
        notes.append(f"dates: {order} ({decision.reason})")
        warnings += decision.warnings
    from_start = _from_start([text for text in texts if clock_seconds(text) is not None])
    read = [
        _numeric(numeric[i], order) if i in numeric and not iso_time(text) else _other(text, from_start)
        for i, text in enumerate(texts)
    ]
    return read, notes, warnings


def _from_start(clocks: list[str]) -> bool:
    """Whether a column of clocks counts from the start of a recording instead of naming times of day."""
    if not all(_TIME_OF_DAY.fullmatch(clock) for clock in clocks):
        return True
    return bool(clocks) and (clock_seconds(clocks[0]) or 0) < _EARLY


def _numeric(match: re.Match[str], order: DateOrder) -> str | None:
    day = NumericDate.of(match[1], match[3], match[4]).read(order)
    hour, minute, second, half = match[5], match[6], match[7], (match[8] or "").casefold()
    hours = int(hour or 0)
    if half:
        hours = hours % 12 + (12 if half == "p" else 0)
    try:
        clock = time(hours, int(minute or 0), int(second or 0))
    except ValueError:
        return None
    return None if day is None else local(datetime.combine(day, clock))


def _other(text: str, from_start: bool) -> str | None:
    if _NUMBER.fullmatch(text):
        return unix_guess(text) if abs(float(text)) >= _UNIX_FROM else duration(text)
    seconds = clock_seconds(text)
    if seconds is not None and from_start:
        return duration(seconds)
    if seconds is not None:
        return f"T{text}" if text.count(":") == 2 else f"T{text}:00"
    return iso_time(re.sub(r"\s*(?:UTC|GMT)$", "+00:00", text)) or _worded(text)


def _worded(text: str) -> str | None:
    """Return a time with a month's name or of a mail header (``Mon, 04 Mar 2024 10:00:00 +0000``)."""
    for form in _MONTH_NAMED:
        try:
            return local(datetime.strptime(text, form))
        except ValueError:
            continue
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return local(moment) if moment.tzinfo is None else instant(moment)
