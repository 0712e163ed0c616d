"""Where an utterance is marked in its turns, in the units that scripts count."""

from streamrecall.records import SalientUtterance, Turn
from streamrecall.reporting.evidence_report.payload import utterance_spans


def spans(utterance, *texts):
    turns = {f"t{i}": Turn("d", i, f"t{i}", "A", text) for i, text in enumerate(texts)}
    return utterance_spans(SalientUtterance("u", tuple(turns), utterance), turns)


def test_a_span_inside_one_turn():
    assert spans("the rest", "skip. the rest") == [[0, 6, 14]]


def test_a_span_over_two_turns_is_marked_in_both():
    assert spans("two three", "one two", "three four") == [[0, 4, 7], [1, 0, 5]]


def test_characters_beyond_the_basic_plane_count_twice():
    assert spans("fine", "😀 fine") == [[0, 3, 7]]


def test_a_paraphrase_marks_its_whole_turns():
    assert spans("nothing alike", "one", "two") == [[0, 0, 3], [1, 0, 3]]
