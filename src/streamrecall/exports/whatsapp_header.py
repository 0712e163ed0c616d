"""The head of a WhatsApp line: date, time and day period, in every locale's writing."""
# ruff: noqa: RUF001

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time

from streamrecall.exports.dayorder import NumericDate
from streamrecall.exports.times import local
from streamrecall.exports.whatsapp_words import AM, MARKS, PM

_M = f"[{MARKS}]*"
_WORD = r"[^\d\s:\[\],،\-–—]{1,14}"
_DATE = (
    rf"(?P<a>\d{{1,4}}){_M}\s?(?:[./\-]|년|年){_M}\s?{_M}(?P<b>\d{{1,2}}){_M}\s?(?:[./\-]|월|月){_M}\s?{_M}"
    rf"(?P<c>\d{{1,4}})(?:[.日일]|\s?г\.?)?"
)
_TIME = (
    rf"(?P<h>\d{{1,2}}){_M}[:.٫h]{_M}(?P<m>\d\d)(?:{_M}[:.]{_M}(?P<s>\d\d))?"
    rf"(?:\s?{_M}(?P<after>{_WORD}(?:\s[^\d\s:\[\],،\-–—]{{1,5}})?))?{_M}"
)
_BETWEEN = rf"{_M}\s?[,،、]?{_M}\s?"
_BEFORE = rf"(?:(?P<before>{_WORD}(?:\s{_WORD})?)\s?)?{_M}"
_OPEN = rf"{_M}(?P<open>\[)?{_M}\s?"
_CLOSE = rf"(?(open)\s?\]{_M}\s?|(?P<close>\s{_M}[-–—](?:\s|$)|:\s))"
_DATE_FIRST = re.compile(_OPEN + _DATE + _BETWEEN + _BEFORE + _TIME + _CLOSE)
_TIME_FIRST = re.compile(_OPEN + _TIME + _BETWEEN + _BEFORE + _DATE + _CLOSE)
_START = frozenset("[ \u00a0")
_NOON = "中午"


@dataclass(frozen=True, slots=True)
class Header:
    """Where a message starts.

    Attributes:
        written: The date as three numbers, in the order of the file.
        hour: As written, 0 to 24; see ``period``.
        period: ``am``, ``pm``, the unknown word that stands there, or empty.
        style: What headers of one file share: brackets, dash or colon, and whether there are seconds.
        end: Offset of what follows the header.
    """

    written: NumericDate
    hour: int
    minute: int
    second: int
    period: str
    style: str
    end: int

    def at(self, day: date | None) -> str | None:
        """Return the local time on a day; None when there is no such day or time."""
        hour = self.hour
        if self.period == "pm" and hour < 12:
            hour += 12
        elif self.period == "am" and hour == 12:
            hour = 0
        try:
            return None if day is None else local(datetime.combine(day, time(hour, self.minute, self.second)))
        except ValueError:
            return None


def read_header(line: str) -> Header | None:
    """Return the header a line starts with, or None. Only a complete header at the very start counts."""
    first = line[:1]
    if not (first.isdecimal() or first in _START or _is_mark(first)):
        return None
    match = _DATE_FIRST.match(line) or _TIME_FIRST.match(line)
    if match is None:
        return None
    opened, close, seconds = match["open"], match["close"] or "", match["s"]
    if close.startswith(":") and seconds is None:  # only old iPhones put a colon, and they have seconds
        return None
    style = ("bracket" if opened else "colon" if close.startswith(":") else "dash") + (
        "+s" if seconds else ""
    )
    hour = int(match["h"])
    return Header(
        NumericDate.of(match["a"], match["b"], match["c"]),
        hour,
        int(match["m"]),
        int(seconds or 0),
        _period(match["before"], match["after"], hour),
        style,
        match.end(),
    )


def _is_mark(character: str) -> bool:
    return bool(character) and re.match(_M, character)[0] != ""  # type: ignore[index]


def _period(before: str | None, after: str | None, hour: int) -> str:
    for word in (after, before):
        if not word:
            continue
        bare = re.sub(rf"[\s.{MARKS}]", "", word).casefold()
        if bare == _NOON:
            return "am" if hour == 11 else "pm"
        if bare == "深夜" and hour == 12:
            return "am"
        if bare in AM:
            return "am"
        if bare in PM:
            return "pm"
    return after or ""
