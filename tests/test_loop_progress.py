"""A loop shows how far it is where there is no terminal."""

import logging

import pytest

from streamrecall.progress import track


def test_items_pass_through_in_order() -> None:
    assert list(track(iter([3, 1, 2]), "counting")) == [3, 1, 2]


def test_a_log_line_says_how_far_the_loop_is(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="streamrecall.progress"):
        list(track(["a", "b"], "reading", every_seconds=0))
    assert "reading: 1 of 2" in caplog.text


def test_a_given_total_stands_in_for_a_length(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="streamrecall.progress"):
        list(track(iter("ab"), "reading", total=5, every_seconds=0))
    assert "1 of 5" in caplog.text
