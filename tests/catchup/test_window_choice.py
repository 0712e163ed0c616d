"""Which turns a choice of window takes."""

from datetime import UTC, datetime

import pytest

from streamrecall.catchup.window_choice import (
    LastMessages,
    LastTokens,
    SinceLastRun,
    SinceTime,
    choose_window,
    parse_time,
)
from streamrecall.errors import ConfigError, DataError
from streamrecall.records import Turn
from streamrecall.text.windows import turn_tokens


def turns(*times):
    return [
        Turn("d", index, f"t{index}", "Ann", "some words here", time=time) for index, time in enumerate(times)
    ]


LOCAL = turns("2026-03-01T09:00:00", None, "2026-03-02T09:00:00", "2026-03-03T09:00:00")
ZONED = turns("2026-03-01T09:00:00Z", "2026-03-02T09:00:00Z", "2026-03-03T09:00:00Z")


@pytest.mark.parametrize(
    ("since", "first"),
    [("2026-03-01", 0), ("2026-03-01T09:00:01", 2), ("2026-03-02T09:00", 2), ("2026-03-04", 4)],
)
def test_since_a_time_takes_everything_from_the_first_turn_at_or_after_it(since, first):
    assert SinceTime(parse_time(since)).first(LOCAL) == first


def test_a_time_with_a_zone_is_compared_as_an_instant():
    assert SinceTime(datetime(2026, 3, 2, 9, tzinfo=UTC)).first(ZONED) == 1
    assert SinceTime(datetime.fromisoformat("2026-03-02T12:00:01+03:00")).first(ZONED) == 2


def test_a_time_without_zone_is_local_time_where_the_export_has_zones():
    local = datetime(2026, 3, 2, 9, tzinfo=UTC).astimezone().replace(tzinfo=None)
    assert SinceTime(local).first(ZONED) == 1


def test_a_chat_without_times_cannot_be_cut_by_time():
    with pytest.raises(DataError, match="--last"):
        SinceTime(datetime(2026, 3, 1)).first(turns(None, None))


def test_last_messages():
    assert LastMessages(3).first(LOCAL) == 1
    assert LastMessages(9).first(LOCAL) == 0


def test_last_tokens_takes_whole_turns_and_at_least_one():
    cost = turn_tokens(LOCAL[0])
    assert LastTokens(2 * cost).first(LOCAL) == 2
    assert LastTokens(2 * cost - 1).first(LOCAL) == 3
    assert LastTokens(1).first(LOCAL) == 3
    assert LastTokens(4 * cost).first(LOCAL) == 0


def test_since_the_last_run_starts_after_what_was_shown():
    assert SinceLastRun({"d": 3}).first(LOCAL) == 3
    assert SinceLastRun({"d": 4}).first(LOCAL) == 4
    assert SinceLastRun({"d": None}).first(LOCAL) == LastTokens().first(LOCAL)


def test_only_one_window_may_be_chosen():
    with pytest.raises(ConfigError, match="one window"):
        choose_window(last_messages=3, last_tokens=100)
    with pytest.raises(ConfigError, match="at least 1"):
        choose_window(last_messages=0)
    assert choose_window() == LastTokens(1024)


def test_words_for_a_time_are_read_from_now():
    assert parse_time("3 days ago", datetime(2026, 3, 9, 12)).date().isoformat() == "2026-03-06"
    with pytest.raises(ConfigError, match="'the day of the fish'"):
        parse_time("the day of the fish")


@pytest.mark.parametrize(
    ("since", "first"),
    [
        ("0001-01-01", 0),
        ("0001-01-01T00:00+14:00", 0),
        ("9999-12-31T23:59-12:00", 3),
        ("9999-12-31T23:59:59", 3),
    ],
)
def test_the_first_and_last_year_there_is(since, first):
    for days in (ZONED, turns("2026-03-01T09:00:00", "2026-03-02T09:00:00", "2026-03-03T09:00:00")):
        assert SinceTime(parse_time(since)).first(days) == first


def test_a_time_before_there_were_times_cannot_be_read():
    with pytest.raises(ConfigError, match="as a time"):
        parse_time("999999999 years ago")
