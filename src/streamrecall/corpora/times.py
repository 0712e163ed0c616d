"""Times of the corpora as ISO 8601: local where the source names no zone."""

from __future__ import annotations

import re
from datetime import datetime

_MONTHS = "january february march april may june july august september october november december".split()
_CLOCK_FIRST = re.compile(  # LoCoMo: 1:56 pm on 8 May, 2023
    r"(?P<hour>\d\d?):(?P<minute>\d\d)\s*(?P<half>[ap]m) on "
    r"(?P<day>\d\d?) (?P<month>[a-z]+),? (?P<year>\d{4})",
    re.IGNORECASE,
)
_DOTTED = re.compile(  # REALTALK: 29.12.2023, 22:42:04
    r"(?P<day>\d\d?)\.(?P<month>\d\d?)\.(?P<year>\d{4}),? (?P<hour>\d\d?):(?P<minute>\d\d):(?P<second>\d\d)"
)
_SLASHED = re.compile(  # LongMemEval: 2023/05/30 (Tue) 23:40
    r"(?P<year>\d{4})/(?P<month>\d\d?)/(?P<day>\d\d?)(?: \([A-Za-z]{3}\))? (?P<hour>\d\d?):(?P<minute>\d\d)"
)
_NAMED_DAY = re.compile(r"(?P<month>[a-z]+) (?P<day>\d\d?), (?P<year>\d{4})", re.IGNORECASE)  # LongDialQA


def iso_time(raw: str) -> str | None:
    """Return a corpus's time as ISO 8601 with seconds, or None where the form is not known.

    Reads ISO 8601 itself and the forms of LoCoMo, REALTALK, LongMemEval and LongDialQA, which names the day
    alone. An offset is kept where the source gives one and never invented.
    """
    text = raw.strip()
    for form in (_CLOCK_FIRST, _DOTTED, _SLASHED, _NAMED_DAY):
        if match := form.fullmatch(text):
            return _from_parts(match.groupdict())
    try:
        return datetime.fromisoformat(text).isoformat()
    except ValueError:
        return None


def _from_parts(parts: dict[str, str]) -> str | None:
    hour = int(parts.get("hour") or 0)
    if half := parts.get("half"):
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half.lower() == "pm" else 0)
    month = parts["month"].lower()
    if not month.isdigit() and month not in _MONTHS:
        return None
    number = int(month) if month.isdigit() else _MONTHS.index(month) + 1
    try:
        moment = datetime(
            int(parts["year"]),
            number,
            int(parts["day"]),
            hour,
            int(parts.get("minute") or 0),
            int(parts.get("second") or 0),
        )
    except ValueError:
        return None
    return moment.isoformat()
