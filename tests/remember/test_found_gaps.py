import pytest

from streamrecall.errors import DataError
from streamrecall.models.replies.failure import ReplyError
from streamrecall.records import DetectedGap, Turn, Window
from streamrecall.remember.found_gaps import FoundGaps

GAP = DetectedGap("t", "the other one", "", "which other one?")
FOUND = FoundGaps("some model", {"w": [GAP], "none": []}, {"broken": "cut off"})


def window(name: str) -> Window:
    return Window(name, "d", (Turn("d", 0, "t", "Ann", "the other one"),), 0)


def test_what_was_found_is_returned() -> None:
    assert FOUND.detect(window("w")) == (GAP,)
    assert FOUND.detect(window("none")) == ()


def test_a_failed_detection_is_not_an_empty_one() -> None:
    with pytest.raises(ReplyError, match="broken by some model: cut off"):
        FOUND.detect(window("broken"))


def test_a_window_that_was_never_asked_about_is_an_error() -> None:
    with pytest.raises(DataError, match="was not put to the detector"):
        FOUND.detect(window("new"))
