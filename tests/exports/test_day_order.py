from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from streamrecall.exports.dayorder import DateOrder, NumericDate, decide_order

WRITE = {
    DateOrder.DMY: lambda day: NumericDate(day.day, day.month, day.year, False, True),
    DateOrder.MDY: lambda day: NumericDate(day.month, day.day, day.year, False, True),
    DateOrder.YMD: lambda day: NumericDate(day.year, day.month, day.day, True, False),
}


@given(
    st.sampled_from(list(DateOrder)),
    st.dates(date(2010, 1, 1), date(2030, 1, 1)),
    st.lists(st.integers(0, 20), min_size=30, max_size=60),
)
def test_a_chat_of_some_length_settles_its_order(order: DateOrder, start: date, gaps: list[int]) -> None:
    days = [start]
    for gap in gaps:
        days.append(days[-1] + timedelta(gap))
    if max(day.day for day in days) <= 12:
        return
    decision = decide_order([WRITE[order](day) for day in days])
    assert decision.order is order
    assert decision.misfits == 0


def test_two_digit_years_and_the_buddhist_calendar() -> None:
    assert NumericDate(5, 3, 24).read(DateOrder.DMY) == date(2024, 3, 5)
    assert NumericDate(5, 3, 99).read(DateOrder.DMY) == date(1999, 3, 5)
    assert NumericDate(5, 3, 2567, False, True).read(DateOrder.DMY) == date(2024, 3, 5)
    assert NumericDate(31, 2, 2024, False, True).read(DateOrder.DMY) is None
