"""Progress of a batch of calls."""

import logging
import sys

import pytest

from streamrecall.models.progress import CallProgress


def test_a_log_gets_a_line_every_so_often(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    with CallProgress(3, "judge", log_seconds=0.0) as progress:
        for answered in (True, False, True):
            progress.advance(answered)
    lines = [record.message for record in caplog.records]
    assert lines[1].startswith("judge: 2 of 3 calls, 1 failed")
    caplog.clear()
    with CallProgress(3, "judge", log_seconds=60.0) as progress:
        progress.advance(True)
    assert caplog.records == []


def test_a_terminal_gets_a_bar(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with CallProgress(2, "judge") as progress:
        progress.advance(True)
        progress.advance(False)
    shown = capsys.readouterr().err
    assert "judge" in shown
    assert "2/2" in shown
    assert "failed=1" in shown
    assert caplog.records == []
