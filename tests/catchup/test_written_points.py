"""Which sentences of a model are kept."""

import pytest
from catchup_samples import quick_tools

from streamrecall.catchup.history import SearchedHistory
from streamrecall.catchup.written_points import written_points
from streamrecall.records import Memory, MemoryItem, Summary, SummarySentence, Turn, Window

OLD = Turn("d", 0, "old", "Ann", "The other caterer wants 450 euros for the summer party.")
NEW = Turn("d", 1, "new", "Bo", "We take the other one, I call them on Friday.")
WINDOW = Window("d.0", "d", (NEW,), 20)


def points(text, here=("new",), earlier=("old",)):
    history = SearchedHistory(quick_tools())
    history.observe([OLD])
    memory = Memory("m", (MemoryItem(OLD.render(), ("old",), 0, 20),), 20, 1024)
    summary = Summary("d.0", "m", "writer", (SummarySentence(text, here, earlier),))
    return written_points(summary, WINDOW, memory, history)


def test_a_sentence_that_its_turns_bear_out_is_kept_with_them():
    (point,), left_out = points("Bo takes the other caterer for 450 euros and will call on Friday.")
    assert left_out == 0
    assert [turn.turn_id for turn in point.turns] == ["new"]
    assert [context.turn.turn_id for context in point.context] == ["old"]
    assert point.written_by == "writer"


@pytest.mark.parametrize(
    "text",
    [
        "Bo takes the other caterer for 500 euros and will call on Friday.",
        "Then Cecilia takes the other caterer for 450 euros and Bo calls on Friday.",
        "The weather in the mountains is splendid and everybody skis.",
    ],
)
def test_a_number_a_name_or_a_story_from_nowhere_is_left_out(text):
    assert points(text) == ([], 1)


def test_a_sentence_that_rests_on_no_turn_of_the_window_is_left_out():
    assert points("The other caterer wants 450 euros.", here=()) == ([], 1)
    assert points("The other caterer wants 450 euros.", earlier=("unknown",)) == ([], 1)
