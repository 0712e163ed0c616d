"""Waits between attempts, and the choice among servers."""

import random
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamrecall.models.endpoints import Endpoints
from streamrecall.models.retry import Backoff, is_retried, retry_after_seconds


@given(st.integers(1, 60), st.none() | st.floats(0, 1e6), st.integers(0, 2**32))
def test_waits_grow_with_jitter_and_stay_bounded(attempt: int, asked: float | None, seed: int) -> None:
    backoff = Backoff(first_seconds=0.5, longest_seconds=30, chance=random.Random(seed))
    wait = backoff.wait_seconds(attempt, asked)
    ceiling = min(30.0, 0.5 * 2.0 ** (attempt - 1))
    assert ceiling / 2 <= wait <= 30
    assert wait >= min(asked or 0, 30)
    if asked is None:
        assert wait <= ceiling


def test_callers_do_not_wait_alike() -> None:
    assert len({Backoff().wait_seconds(3) for _ in range(20)}) > 1


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("", None),
        ("7", 7.0),
        ("0.5", 0.5),
        ("-3", 0.0),
        ("soon", None),
        ("Sun, 29 Nov 2026 12:00:30 GMT", 30.0),
        ("Sun, 29 Nov 2026 11:00:00 GMT", 0.0),
    ],
)
def test_retry_after_is_a_number_or_a_date(value: str, seconds: float | None) -> None:
    now = datetime(2026, 11, 29, 12, 0, 0, tzinfo=UTC)
    assert retry_after_seconds({"retry-after": value}, now) == seconds


def test_which_statuses_are_asked_again() -> None:
    assert [
        status for status in (200, 400, 401, 404, 408, 422, 425, 429, 500, 503) if is_retried(status)
    ] == [
        408,
        425,
        429,
        500,
        503,
    ]


def test_a_failed_server_rests_until_its_time_is_over() -> None:
    now = 0.0
    endpoints = Endpoints(["http://a", "http://b/"], rest_seconds=5, clock=lambda: now)
    assert [endpoints.choose() for _ in range(4)] == ["http://a", "http://b", "http://a", "http://b"]
    endpoints.failed("http://a")
    assert {endpoints.choose() for _ in range(4)} == {"http://b"}
    now = 1.0
    endpoints.failed("http://b")
    assert {endpoints.choose() for _ in range(4)} == {"http://a"}  # both rest; a is back first
    now = 5.5
    assert {endpoints.choose() for _ in range(4)} == {"http://a"}
    endpoints.answered("http://b")
    assert {endpoints.choose() for _ in range(4)} == {"http://a", "http://b"}
