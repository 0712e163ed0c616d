"""A file that runs backwards as a whole is as ordered as one that runs forwards."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from streamrecall.exports.dayorder import DateOrder, NumericDate, decide_order
from streamrecall.exports.reader import Export

DAYS = [date(2024, 1, 3) + timedelta(days) for days in (0, 2, 6, 31, 36, 64, 66, 95)]
WRITTEN = {DateOrder.DMY: "{d:02}/{m:02}/{y}", DateOrder.MDY: "{m:02}/{d:02}/{y}"}


def numeric(day: date, order: DateOrder) -> NumericDate:
    first, second = (day.day, day.month) if order is DateOrder.DMY else (day.month, day.day)
    return NumericDate(first, second, day.year, False, True)


@pytest.mark.parametrize("order", [DateOrder.DMY, DateOrder.MDY])
@pytest.mark.parametrize("preference", [DateOrder.DMY, DateOrder.MDY])
@pytest.mark.parametrize("backwards", [False, True])
def test_the_order_is_found_in_either_direction(
    order: DateOrder, preference: DateOrder, backwards: bool
) -> None:
    assert max(day.day for day in DAYS) <= 12
    other = DateOrder.MDY if preference is DateOrder.DMY else DateOrder.DMY
    days = [numeric(day, order) for day in (reversed(DAYS) if backwards else DAYS)]
    decision = decide_order(days, preference=(preference, other, DateOrder.YMD))
    assert (decision.order, decision.reversed) == (order, backwards)


@pytest.mark.parametrize("order", [DateOrder.DMY, DateOrder.MDY])
@pytest.mark.parametrize("form", ["whatsapp", "table"])
def test_messages_get_their_days_and_a_warning(
    read: Callable[..., Export], order: DateOrder, form: str
) -> None:
    dates = [WRITTEN[order].format(d=day.day, m=day.month, y=day.year) for day in reversed(DAYS)]
    if form == "whatsapp":
        export = read("".join(f"{day}, 10:00 - Ann: hi\n" for day in dates))
    else:
        export = read("time,speaker,text\n" + "".join(f"{day} 10:00,Ann,hi\n" for day in dates))
    assert [message.time[:10] for message in export.messages] == [str(day) for day in reversed(DAYS)]
    assert any("runs backwards" in warning for warning in export.warnings)


def test_a_file_in_order_has_no_warning(read: Callable[..., Export]) -> None:
    export = read("".join(f"{day.day:02}/{day.month:02}/{day.year}, 10:00 - Ann: hi\n" for day in DAYS))
    assert not export.warnings
