import pytest
from conversations import window_of
from hypothesis import given, settings
from hypothesis import strategies as st
from random_streams import streams

from streamrecall.records import Turn, Window
from streamrecall.remember.gap_detector import RuleBasedGapDetector
from streamrecall.remember.queries import EVIDENCE_NEED
from streamrecall.remember.utterances import without_fillers

MEETING = window_of(
    "Ana: Okay.",
    "Bo: Great work everyone, thanks!",
    "Ana: At the last meeting we spoke about a beeper, have we rejected that idea?",
    "Bo: Mm-hmm.",
    "Ana: Lunch is in the kitchen.",
)


def test_the_utterance_that_points_back_comes_first() -> None:
    best, *_ = RuleBasedGapDetector().detect(MEETING)
    assert best.turn_id == "t102"
    assert best.quote == MEETING.turns[2].text
    assert best.reason == "it points back to earlier talk"
    assert best.query.startswith(EVIDENCE_NEED)
    assert {"last", "meeting", "beeper"} <= set(best.keywords)


def test_backchannel_is_never_a_gap() -> None:
    found = {gap.turn_id for gap in RuleBasedGapDetector().detect(MEETING)}
    assert found.isdisjoint({"t100", "t103"})


def test_confidence_falls_and_the_number_of_gaps_is_bounded() -> None:
    gaps = RuleBasedGapDetector(max_gaps=2).detect(MEETING)
    assert len(gaps) == 2
    assert 1 >= gaps[0].confidence >= gaps[1].confidence > 0


def test_captions_are_not_part_of_the_quote_or_the_query() -> None:
    window = window_of("Ana: I painted the lake by our cabin. [shares a photo: a cat on a sofa]")
    (gap,) = RuleBasedGapDetector().detect(window)
    assert gap.quote == "I painted the lake by our cabin."
    assert "cat" not in gap.query


def test_short_sentences_are_joined_within_their_turn() -> None:
    window = window_of("Ana: So. The factory sent us three titanium cases. Odd.")
    (gap,) = RuleBasedGapDetector().detect(window)
    assert gap.quote == window.turns[0].text


@settings(max_examples=40, deadline=None)
@given(stream=streams())
def test_quotes_are_exact_and_queries_use_words_of_the_window_alone(stream: list[Turn]) -> None:
    if not stream:
        return
    window = Window("w", "d", tuple(stream), 9000)
    by_id = {turn.turn_id: turn for turn in stream}
    gaps = RuleBasedGapDetector().detect(window)
    assert gaps == RuleBasedGapDetector().detect(window)
    for gap in gaps:
        assert gap.quote
        assert gap.quote in by_id[gap.turn_id].text
        assert gap.query == f"{EVIDENCE_NEED} {without_fillers(gap.quote)}"
        assert 0 < gap.confidence <= 1


@settings(max_examples=20, deadline=None)
@given(text=st.text(max_size=80))
def test_any_text_is_read_without_failing(text: str) -> None:
    RuleBasedGapDetector().detect(Window("w", "d", (Turn("d", 0, "t0", "李", text),), 0))


def test_a_detector_must_be_allowed_a_gap() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        RuleBasedGapDetector(max_gaps=0)
