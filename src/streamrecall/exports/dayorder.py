"""Day-month order of numeric dates, decided once per file from all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import pairwise

_YEARLY_STEP = 300  # days; steps this long on average say that the year stands where the day was taken to be


class DateOrder(StrEnum):
    """Which part of a numeric date comes first, second and third."""

    DMY = "day-month-year"
    MDY = "month-day-year"
    YMD = "year-month-day"


@dataclass(frozen=True, slots=True)
class NumericDate:
    """Three numbers as they stand, and whether the first or third has more than two digits."""

    first: int
    second: int
    third: int
    long_first: bool = False
    long_third: bool = False

    @classmethod
    def of(cls, first: str, second: str, third: str) -> NumericDate:
        """Return the date of three digit runs of any script."""
        return cls(int(first), int(second), int(third), len(first) > 2, len(third) > 2)

    def read(self, order: DateOrder) -> date | None:
        """Return the calendar date under an order, or None where there is none.

        Two-digit years are 1970 to 2069; years of the Thai Buddhist calendar are brought to the common era.
        """
        day, month, year = {
            DateOrder.DMY: (self.first, self.second, self.third),
            DateOrder.MDY: (self.second, self.first, self.third),
            DateOrder.YMD: (self.third, self.second, self.first),
        }[order]
        if order is DateOrder.YMD:
            long_year, long_day = self.long_first, self.long_third
        else:
            long_year, long_day = self.long_third, self.long_first
        if long_day:
            return None
        if not long_year:
            year += 2000 if year < 70 else 1900
        elif 2400 <= year < 2700:
            year -= 543
        try:
            return date(year, month, day)
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class OrderDecision:
    """The order of a file, what decided it, and how many dates it does not fit."""

    order: DateOrder
    reason: str
    misfits: int
    reversed: bool = False
    """Whether the dates run backwards more often than forwards: the newest message comes first."""

    @property
    def warnings(self) -> list[str]:
        """What a reader should check."""
        found = [f"{self.misfits} dates do not exist as {self.order}"] if self.misfits else []
        if self.reversed:
            found.append("the file runs backwards, newest first; its messages are kept in that order")
        return found


def decide_order(
    dates: Sequence[NumericDate],
    *,
    known: Iterable[tuple[NumericDate, date]] = (),
    preference: Sequence[DateOrder] = (DateOrder.DMY, DateOrder.MDY, DateOrder.YMD),
    earliest_year: int = 1,
) -> OrderDecision:
    """Choose the order that all dates of a file support best.

    Evidence, strongest first: dates that exist under an order; dates known from elsewhere (``known``: a
    dated file name beside the date it stands under); how rarely time turns round (a file may as well run
    backwards as a whole, newest first); how rarely it runs backwards; steps of whole years; and last the
    ``preference`` that the style of the file suggests.
    """
    distinct = [dates[i] for i in range(len(dates)) if i == 0 or dates[i] != dates[i - 1]]
    known = list(known)

    def fitting_days(order: DateOrder) -> list[date]:
        read = [day for day in (item.read(order) for item in distinct) if day is not None]
        return [day for day in read if day.year >= earliest_year]

    def evidence(order: DateOrder) -> tuple[int, int, int, int, int, int]:
        fitting = fitting_days(order)
        conflicts = sum(item.read(order) != day for item, day in known)
        forwards, backwards = _steps(fitting)
        span = sum(abs((later - earlier).days) for earlier, later in pairwise(fitting))
        yearly = len(fitting) > 1 and span / (len(fitting) - 1) >= _YEARLY_STEP
        turned = min(forwards, backwards)
        misfits = len(distinct) - len(fitting)
        return misfits, conflicts, turned, backwards, int(yearly), preference.index(order)

    ranked = sorted((evidence(order), order) for order in preference)
    (best, order), (second, _) = ranked[0], ranked[1]
    forwards, backwards = _steps(fitting_days(order))
    newest_first = backwards > forwards
    reasons = (
        "dates that exist in no other order",
        "dated file names",
        "time runs backwards throughout" if newest_first else "time runs forwards",
        "time runs forwards",
        "no leaps of whole years",
        "the style of the file; no date settles it",
    )
    reason = next(why for why, ours, theirs in zip(reasons, best, second, strict=True) if ours != theirs)
    return OrderDecision(order, reason, sum(item.read(order) is None for item in dates), newest_first)


def _steps(days: Sequence[date]) -> tuple[int, int]:
    """Return how often the next day is later, and how often it is earlier."""
    steps = list(pairwise(days))
    return sum(later > earlier for earlier, later in steps), sum(later < earlier for earlier, later in steps)
