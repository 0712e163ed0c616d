"""What the rule-based distillation finds and how the extractive answerer answers from it."""

from datetime import date

import pytest
from prostream_streams import ask, stream, turn

from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.models.rule_based_extractor import RuleBasedExtractor
from streamrecall.prostream.context import render_context
from streamrecall.prostream.distillation import shorten
from streamrecall.prostream.extractive_answerer import NOT_MENTIONED, ExtractiveAnswerer
from streamrecall.prostream.extractive_summarizer import ExtractiveSummarizer
from streamrecall.prostream.parameters import FILL_BUDGET
from streamrecall.prostream.statement_dates import spoken_date, time_of
from streamrecall.records import Memory, MemoryItem, Question, SemanticBlock
from streamrecall.text.clauses import statements
from streamrecall.text.key_phrases import key_phrases
from streamrecall.text.tokens import count_tokens

EMBEDDER = HashedEmbedder(256)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Wow! That's great. I adopted a greyhound.", ["I adopted a greyhound."]),
        ("How are you?", []),
        (
            "Did Priya sell the old house in Oslo last spring?",
            ["Did Priya sell the old house in Oslo last spring?"],
        ),
        ("Haha, okay!", []),
        ("It costs 40.", ["It costs 40."]),
        ("", []),
    ],
)
def test_statements_leave_chatter_out(text, kept):
    assert statements(turn(0, text)) == kept


def test_a_long_sentence_is_cut_at_its_conjunctions():
    text = (
        "We drove all the way to the harbour in Oslo on Sunday morning to see the new ferry, but the crew was"
        " on strike and nobody could tell us when it would sail"
    )
    assert len(statements(turn(0, text))) == 2


def test_key_phrases_prefer_titles_then_names_and_quantities():
    phrases = [phrase.text for phrase in key_phrases('We read "The Long Ships" with Priya in 2 weeks')]
    assert phrases[0] == "The Long Ships"
    assert phrases[1].startswith("Priya") or phrases[1].startswith("Long")


def test_a_triple_keeps_the_clause_and_its_turn():
    block = SemanticBlock((turn(0, "Hi!"), turn(1, "My sister moved to Oslo in May.", "Béla")))
    (triple,) = RuleBasedExtractor().extract(block)
    assert (triple.subject, triple.object, triple.turn_index) == ("Béla", "Oslo", 1)
    assert triple.render() == "Béla: My sister moved to Oslo in May."


@pytest.mark.parametrize(
    ("event", "scene"),
    [
        ("Ana: greyhound, vet", "Pets and animals"),
        ("Ana: concert, guitar", "Music"),
        ("Ana: xyzzy", "Other talk"),
    ],
)
def test_scenes_come_from_the_lexicon(event, scene):
    assert ExtractiveSummarizer().scene(event) == scene


@pytest.mark.parametrize("limit", [1, 3, 8, 50])
def test_shortened_text_fits_and_ends_after_a_word(limit):
    text = "My sister moved to Oslo in May\nwith her greyhound 🎂 and the piano"
    short = shorten(text, limit)
    assert count_tokens(short) <= limit
    assert "\n" not in short
    assert text.replace("\n", " ").startswith(short)


@pytest.mark.parametrize(
    ("statement", "said_on", "time"),
    [
        ("I ran a race yesterday", "2023-05-08", "7 May 2023"),
        ("last Saturday we met", "2023-05-08", "6 May 2023"),
        ("we met last Monday", "2023-05-08", "1 May 2023"),
        ("next month we move", "2023-12-08", "January 2024"),
        ("I moved here 4 years ago", "2023-05-08", "2019"),
        ("two weeks ago", "2023-05-15", "1 May 2023"),
        ("the race is on 20 June 2023", "2023-05-08", "20 June 2023"),
        ("last week", "2023-05-08", "the week before 8 May 2023"),
        ("we met", "2023-05-08", "8 May 2023"),
        ("we met", None, None),
        ("yesterday", None, "yesterday"),
        ("99999 years ago", "2023-05-08", "99999 years ago"),
        ("yesterday", "not a date", "yesterday"),
    ],
)
def test_times_are_told_from_the_day_it_was_said(statement, said_on, time):
    assert time_of(statement, said_on) == time


def test_spoken_date():
    assert spoken_date(date(2024, 2, 29)) == "29 February 2024"


def remembered(*lines):
    items = tuple(
        MemoryItem(text, (f"t{i}",), i, 1, "2023-05-08", reason="long-term") for i, text in enumerate(lines)
    )
    return Memory("m", items, 100, 1000)


LINES = (
    "Pets > Ana: greyhound (2): Ana: I adopted a greyhound named Parsnip yesterday."
    " | Ana: The vet charged 85 euros for the greyhound.",
    "Béla: I visited the museum in Utrecht.",
    "Home > leaking roof",
)


@pytest.mark.parametrize(
    ("question", "answer", "turns"),
    [
        ("When did Ana adopt the greyhound?", "7 May 2023", ("t0",)),
        ("How much did the vet charge Ana for the greyhound?", "85", ("t0",)),
        ("Which museum did Béla visit?", "Utrecht", ("t1",)),
    ],
)
def test_answers_are_direct_and_name_their_turns(question, answer, turns):
    found = ExtractiveAnswerer().answer(Question("q", "d", question, 9), remembered(*LINES))
    assert (found.text, found.turn_ids, found.abstained) == (answer, turns, False)


@pytest.mark.parametrize("question", ["What is the capital of Peru?", "Who?", ""])
def test_what_the_memory_does_not_tell_is_not_answered(question):
    found = ExtractiveAnswerer().answer(Question("q", "d", question, 9), remembered(*LINES))
    assert (found.text, found.abstained) == (NOT_MENTIONED, True)


def test_facts_without_paths_are_read_one_by_one():
    memory = remembered("Ana: The greyhound is called Parsnip. | Ana: The boiler broke in Oslo.")
    found = ExtractiveAnswerer().answer(Question("q", "d", "What is Ana's greyhound called?", 9), memory)
    assert "Parsnip" in found.text


def test_an_empty_memory_is_not_an_error():
    assert ExtractiveAnswerer().answer(Question("q", "d", "Where?", 0), remembered()).abstained


def test_the_context_has_the_three_parts_in_order():
    memory = stream(EMBEDDER, 5000, limits=FILL_BUDGET, leading_context=2)
    memory.observe([turn(i, f"The cello number {i} is in Oslo.", time="2024-05-01") for i in range(30)])
    context = render_context(memory.peek(ask("Where is cello number 3?", memory), 2000))
    places = [context.index(f"## {title} memory") for title in ("Short-term", "Pending", "Long-term")]
    assert places == sorted(places)
    assert "- [2024-05-01] " in context
    assert render_context(Memory("m", (), 0, 10)) == ""


def test_a_question_is_answered_from_the_stream_at_any_moment():
    memory = stream(EMBEDDER, 2000, limits=FILL_BUDGET, pending_capacity=0)
    memory.observe([turn(0, "I adopted a greyhound named Parsnip yesterday.", time="2023-05-08")])
    memory.observe(
        [turn(i, f"The boiler report number {i} is due.", time="2023-05-09") for i in range(1, 30)]
    )
    question = ask("When did Ana adopt the greyhound?", memory)
    found = ExtractiveAnswerer().answer(question, memory.recall(question, 400))
    assert found.text == "7 May 2023"
    assert found.turn_ids == ("t0",)
