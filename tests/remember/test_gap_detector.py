import pytest
from conversations import window_of
from hypothesis import given, settings
from hypothesis import strategies as st
from random_streams import streams

from streamrecall.records import Turn, Window
from streamrecall.remember import utterances
from streamrecall.remember.gap_detector import RuleBasedGapDetector
from streamrecall.remember.queries import EVIDENCE_NEED
from streamrecall.remember.utterances import LEAST_CONTENT_WORDS, window_utterances, without_fillers
from streamrecall.text.content_words import Words, read_words
from streamrecall.text.sentences import sentence_spans

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


def _quotes_by_joined_text(text: str) -> list[str]:
    """Join short sentences as ``utterances`` does, reading the joined text anew at every sentence."""
    quotes: list[str] = []
    start = end = 0
    waiting = False
    for first, last in sentence_spans(text):
        start = start if waiting else first
        waiting = len(read_words(text[start:last]).content) < LEAST_CONTENT_WORDS
        if not waiting:
            quotes.append(text[start:last])
            kept = start
        end = last
    if waiting and quotes:
        quotes[-1] = text[kept:end]
    elif waiting:
        quotes.append(text[start:end])
    return quotes


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "Ok. ",
                "ok\n",
                "Go on! ",
                "5.",
                "5 ",
                "Agathe ",
                "doesn't",
                "budget? ",
                "\n\n",
                "会議。",
                "Mr. ",
                "it's",
            ]
        )
    ).map("".join)
)
def test_short_sentences_are_joined_until_they_say_enough(text: str) -> None:
    window = Window("w", "d", (Turn("d", 0, "t", "Ann", text),), 0)
    assert [each.quote for each in window_utterances(window)] == _quotes_by_joined_text(text)


@pytest.mark.parametrize(
    "sentence", ["Ok yes. ", "ok\n", "Go on! ", "We moved the green budget to Tuesday. "]
)
@pytest.mark.parametrize("length", [2_000, 20_000, 50_000])
def test_every_word_of_a_long_turn_is_read_a_few_times_at_most(
    monkeypatch: pytest.MonkeyPatch, sentence: str, length: int
) -> None:
    read = 0

    def counted(text: str) -> Words:
        nonlocal read
        read += len(text)
        return read_words(text)

    monkeypatch.setattr(utterances, "read_words", counted)
    text = sentence * (length // len(sentence))
    window = Window("w", "d", (Turn("d", 0, "t", "Ann", text),), 0)
    assert RuleBasedGapDetector().detect(window) or sentence != "We moved the green budget to Tuesday. "
    assert len(text) / 2 < read < 3 * len(text)


@settings(max_examples=60, deadline=None)
@given(streams())
def test_known_are_the_words_and_speakers_of_the_window_before(stream: list[Turn]) -> None:
    if not stream:
        return
    known: set[str] = set()
    turn = -1
    for each in list(window_utterances(Window("w", "d", tuple(stream), 0))):
        for position in range(turn + 1, each.position + 1):
            known |= read_words(stream[position].speaker).content
        turn = each.position
        assert set(each.known) == known
        assert (len(each.known), each.new) == (len(known), each.content - known)
        known |= each.content


def test_a_detector_must_be_allowed_a_gap() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        RuleBasedGapDetector(max_gaps=0)
