import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrecall.records import DetectedGap, Memory, MemoryItem, Turn, Window
from streamrecall.remember.extractive_summarizer import ExtractiveSummarizer
from streamrecall.text.tokens import count_tokens


def window(*said: tuple[str, str]) -> Window:
    turns = tuple(Turn("d", 50 + i, f"t{50 + i}", speaker, text) for i, (speaker, text) in enumerate(said))
    return Window("w", "d", turns, 9000)


def memory(*items: MemoryItem, gaps: tuple[DetectedGap, ...] = ()) -> Memory:
    return Memory("ReMEMBER", items, 10, 1024, gaps=gaps)


OFFER = MemoryItem(
    "Maren: Brambeck offered 8 %.", ("t3",), 3, 9, date="2026-03-05", reason="the other supplier"
)
BINS = MemoryItem("Pavel: The bins go out on Monday.", ("t4",), 4, 9, date="2026-03-06")
SUPPLIERS = window(
    ("Maren", "Good morning everyone!"),
    ("Pavel", "The other supplier said no to us today."),
    ("Maren", "Thanks!"),
)
GAP = DetectedGap("t51", "The other supplier", "which supplier", "retrieve the other supplier")
EMPTY = memory()


def test_a_salient_utterance_is_quoted_with_what_its_gap_recovered() -> None:
    item = MemoryItem(OFFER.text, ("t3",), 3, 9, date="2026-03-05", reason=GAP.query)
    summary = ExtractiveSummarizer(max_sentences=1).summarize(SUPPLIERS, memory(item, BINS, gaps=(GAP,)))
    (sentence,) = summary.sentences
    assert sentence.text == (
        'Pavel: "The other supplier said no to us today." '
        "(The other supplier: Brambeck offered 8 %. \u2014 Maren, 2026-03-05)"
    )
    assert sentence.window_turn_ids == ("t51",)
    assert sentence.memory_turn_ids == ("t3",)
    assert (summary.window_id, summary.method, summary.summarizer) == ("w", "ReMEMBER", "extractive")


def test_without_a_gap_evidence_is_linked_by_rare_words() -> None:
    stream = window(
        ("Lou", "We will take the Agathe credit note to Velmira on Friday."),
        *[("Max", f"Lunch number {i} was fine.") for i in range(20)],
    )
    agathe = MemoryItem("Ann: The Agathe credit note is 8 % for Velmira.", ("t3",), 3, 9)
    summary = ExtractiveSummarizer(max_sentences=3).summarize(stream, memory(agathe, BINS))
    assert [sentence.memory_turn_ids for sentence in summary.sentences] == [("t3",), ()]
    assert "(earlier: The Agathe credit note is 8 % for Velmira. \u2014 Ann)" in summary.text


def test_common_words_link_nothing() -> None:
    summary = ExtractiveSummarizer().summarize(SUPPLIERS, memory(BINS))
    assert all(not sentence.memory_turn_ids for sentence in summary.sentences)


def test_news_comes_before_pleasantries() -> None:
    stream = window(
        ("A", "Hi, how are you?"),
        ("B", "Great, thanks!"),
        ("A", "We decided to move the launch to Friday 12 March."),
        ("B", "Sounds good."),
        ("A", "Please send me the contract by noon."),
    )
    summary = ExtractiveSummarizer(max_sentences=2).summarize(stream, EMPTY)
    assert [sentence.window_turn_ids for sentence in summary.sentences] == [("t52",), ("t54",)]


def test_what_was_said_already_is_not_repeated() -> None:
    stream = window(
        ("A", "We moved the launch to Friday."),
        ("B", "So the launch moved to Friday."),
        ("B", "I booked a room."),
    )
    summary = ExtractiveSummarizer(max_sentences=2).summarize(stream, EMPTY)
    assert [sentence.window_turn_ids for sentence in summary.sentences] == [("t50",), ("t52",)]


def test_neighbouring_sentences_of_a_turn_become_one() -> None:
    summary = ExtractiveSummarizer().summarize(
        window(("A", "We moved the launch to Friday. Dario will call the bank on Monday.")), EMPTY
    )
    assert len(summary.sentences) == 1


@pytest.mark.parametrize("texts", [("",), ("  ", "\n")])
def test_a_window_without_text_has_an_empty_summary(texts: tuple[str, ...]) -> None:
    assert ExtractiveSummarizer().summarize(window(*(("A", text) for text in texts)), EMPTY).sentences == ()


def test_a_window_of_pleasantries_still_says_something() -> None:
    assert len(ExtractiveSummarizer().summarize(window(("A", "ok"), ("B", "thanks")), EMPTY).sentences) >= 1


@pytest.mark.parametrize(
    "text",
    ["我们星期五在上海开会。", "Мы переносим запуск на 12 марта.", "سنطلق النظام يوم ١٢ مارس", "🎉🎉🎉"],
)
def test_any_script_is_quoted(text: str) -> None:
    summary = ExtractiveSummarizer().summarize(window(("A", text)), EMPTY)
    assert text in summary.text


def test_an_item_of_several_turns_is_quoted_as_it_stands() -> None:
    chunk = MemoryItem("Maren: Brambeck offered 8 %. Pavel: no", ("t3", "t4"), 3, 9, reason=GAP.query)
    summary = ExtractiveSummarizer(max_sentences=1).summarize(SUPPLIERS, memory(chunk, gaps=(GAP,)))
    assert summary.text.endswith("(The other supplier: Maren: Brambeck offered 8 %. Pavel: no)")
    assert summary.sentences[0].memory_turn_ids == ("t3", "t4")


def test_long_evidence_is_cut_to_the_sentence_that_answers() -> None:
    filler = "It rained all day and nobody came to the office at all. " * 6
    item = MemoryItem(f"Maren: {filler}The other supplier is Brambeck.", ("t3",), 3, 99, reason=GAP.query)
    summary = ExtractiveSummarizer(max_sentences=1, quote_tokens=16).summarize(
        SUPPLIERS, memory(item, gaps=(GAP,))
    )
    assert "(The other supplier: The other supplier is Brambeck. \u2014 Maren)" in summary.text


@pytest.mark.parametrize("wrong", [{"max_sentences": 0}, {"quote_tokens": 0}, {"evidence": -1}])
def test_senseless_bounds_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="at least"):
        ExtractiveSummarizer(**wrong)


def test_on_the_sample_it_keeps_its_bounds_and_quotes_its_turns(repository: Path) -> None:
    lines = (repository / "data/01_raw/sample/workplace/turns.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    turns = [Turn("d", i, r["turn_id"], r["speaker"], r["text"], time=r["time"]) for i, r in enumerate(rows)]
    recent = memory(*(MemoryItem(t.render(), (t.turn_id,), t.index, 9, t.date) for t in turns[280:318]))
    cue = Window("w", "d", tuple(turns[318:362]), 7081)
    summarizer = ExtractiveSummarizer(max_tokens=300)
    summary = summarizer.summarize(cue, recent)
    assert summary == summarizer.summarize(cue, recent)
    assert count_tokens(summary.text) <= 300
    texts = {turn.turn_id: " ".join(turn.text.split()) for turn in turns}
    assert len(summary.sentences) >= 4
    for sentence in summary.sentences:
        (turn_id,) = sentence.window_turn_ids
        assert sentence.text.split('"')[1].rstrip("\u2026") in texts[turn_id].replace('"', "") or (
            '"' in texts[turn_id]
        )


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.text(max_size=8), st.text(max_size=60)), min_size=1, max_size=6),
    st.lists(st.text(min_size=1, max_size=60), max_size=4),
)
def test_hostile_text_never_breaks_it(said: list[tuple[str, str]], recalled: list[str]) -> None:
    items = tuple(MemoryItem(text, (f"h{i}",), i, 5) for i, text in enumerate(recalled))
    summary = ExtractiveSummarizer().summarize(window(*said), memory(*items))
    assert all(sentence.text.strip() for sentence in summary.sentences)
    if any(text.strip() for _, text in said):
        assert summary.sentences
