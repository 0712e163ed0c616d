"""When something happened, from what a statement says and the day it was said on."""

from __future__ import annotations

import re
from datetime import date, timedelta

_MONTHS = "january february march april may june july august september october november december".split()
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_MONTH = "|".join(_MONTHS)
_ABSOLUTE = re.compile(
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)?(?:\s+of)?\s+(?:{_MONTH})(?:,?\s+\d{{4}})?"
    rf"|(?:{_MONTH})\s+\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s+\d{{4}})?"
    rf"|(?:{_MONTH})\s+\d{{4}}|\d{{4}}-\d{{2}}-\d{{2}}|(?:19|20)\d{{2}})\b",
    re.IGNORECASE,
)
_DAYS_OFF = {"yesterday": -1, "last night": -1, "today": 0, "tonight": 0, "this morning": 0, "tomorrow": 1}
_RELATIVE = re.compile(
    rf"\b(?P<days>{'|'.join(_DAYS_OFF)})\b"
    r"|\b(?P<count>\d+|a|an|two|three|four|five|six) (?P<unit>day|week|month|year)s? ago\b"
    rf"|\b(?P<side>last|next|this|on) (?P<name>week|weekend|month|year|summer|{'|'.join(_WEEKDAYS)})\b",
    re.IGNORECASE,
)
_COUNTS = {"a": 1, "an": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def time_of(statement: str, said_on: str | None) -> str | None:
    """Return when the statement says something was, as words for an answer; None if it cannot be told.

    Args:
        statement: The words, such as ``I ran a race last Saturday``.
        said_on: The calendar date it was said on (``YYYY-MM-DD``).
    """
    absolute = _ABSOLUTE.search(statement)
    if absolute:
        return absolute.group()
    day = _day(said_on)
    relative = _RELATIVE.search(statement)
    if day is None:
        return relative.group() if relative else None
    if relative is None:
        return spoken_date(day)
    return _resolve(relative, day)


def spoken_date(day: date) -> str:
    """Return a date as a person would say it: ``7 May 2023``."""
    return f"{day.day} {_MONTHS[day.month - 1].capitalize()} {day.year}"


def _day(said_on: str | None) -> date | None:
    try:
        return None if said_on is None else date.fromisoformat(said_on)
    except ValueError:
        return None


def _resolve(match: re.Match[str], day: date) -> str:
    try:
        return _moved(match, day)
    except (OverflowError, ValueError):  # a year before 1 or a count beyond the calendar
        return match.group()


def _moved(match: re.Match[str], day: date) -> str:
    if match["days"]:
        return spoken_date(day + timedelta(days=_DAYS_OFF[match["days"].casefold()]))
    if match["count"]:
        count = match["count"].casefold()
        return _earlier(day, _COUNTS.get(count) or int(count), match["unit"].casefold())
    side, name = match["side"].casefold(), match["name"].casefold()
    step = {"last": -1, "next": 1}.get(side, 0)
    if name in _WEEKDAYS:
        back = (day.weekday() - _WEEKDAYS.index(name)) % 7 or 7
        return spoken_date(day + timedelta(days=7 - back if side in ("next", "this") else -back))
    if name == "month":
        return _month(day, step)
    if name in ("year", "summer"):
        year = str(day.year + step)
        return year if name == "year" else f"summer {year}"
    return f"the {name} {'of' if not step else 'before' if step < 0 else 'after'} {spoken_date(day)}"


def _earlier(day: date, count: int, unit: str) -> str:
    if unit == "month":
        return _month(day, -count)
    if unit == "year":
        return str(date(day.year - count, 1, 1).year)
    return spoken_date(day - timedelta(days=count * (7 if unit == "week" else 1)))


def _month(day: date, step: int) -> str:
    months = day.year * 12 + day.month - 1 + step
    return f"{_MONTHS[months % 12].capitalize()} {months // 12}"
