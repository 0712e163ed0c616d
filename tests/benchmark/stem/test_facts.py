"""Clauses become questions only where they are understood by themselves."""

import time

import pytest

from streamrecall.benchmark.stem.details import Form
from streamrecall.benchmark.stem.fact_details import fact_details
from streamrecall.benchmark.stem.facts import facts_of
from streamrecall.benchmark.stem.quantities import quantities
from streamrecall.records import Turn

PEOPLE = ("Ann", "Ben", "Cem")


def asked(text: str, speaker: str = "Ann") -> dict[Form, tuple[str, str]]:
    turn = Turn("d", 0, "t0", speaker, text)
    return {
        detail.form: (detail.ask(detail.person), detail.answer)
        for fact in facts_of(turn, PEOPLE)
        for detail in fact_details(fact, PEOPLE)
    }


CASES = [
    ("I bought seven lanterns at the market.", Form.WHO, "Who bought seven lanterns at the market?", "Ann"),
    (
        "I bought seven lanterns at the market.",
        Form.HOW_MANY,
        "How many lanterns did Ann buy at the market?",
        "seven",
    ),
    ("I work at the Cheese Factory.", Form.WHO, "Who said they worked at the Cheese Factory?", "Ann"),
    ("I work at the Cheese Factory.", Form.WHERE, "Where did Ann say they worked?", "at the Cheese Factory"),
    ("Oh, I've lost my keys in the harbour.", Form.WHO, "Who has lost their keys in the harbour?", "Ann"),
    ("I'll paint the boat on Friday.", Form.WHEN, "When did Ann say they would paint the boat?", "on Friday"),
    (
        "I did a series of experiments when I was twelve.",
        Form.WHAT,
        "What did Ann do when they were twelve?",
        "a series of experiments",
    ),
    (
        "My father broke his collarbone in the snow.",
        Form.WHO,
        "Whose father broke his collarbone in the snow?",
        "Ann",
    ),
    ("Ben fixed the radio.", Form.WHO, "Who fixed the radio?", "Ben"),
    (
        "I sold the piano because the neighbours complained.",
        Form.WHY,
        "Why did Ann sell the piano?",
        "Because the neighbours complained",
    ),
]


@pytest.mark.parametrize(("text", "form", "question", "answer"), CASES)
def test_a_clause_is_asked_about(text: str, form: Form, question: str, answer: str) -> None:
    assert asked(text)[form] == (question, answer)


@pytest.mark.parametrize(
    "text",
    [
        "I didn't buy the lanterns.",
        "If I win the prize I bought the boat.",
        "Did I buy seven lanterns?",
        "I bought it at the market.",
        "I bought this lamp yesterday for him.",
        "I would buy seven lanterns.",
        "I bought the lamp and",
        'I said "I bought seven lanterns" and left.',
        "I bought a -",
        "He bought seven lanterns at the market.",
        "",
        " \n ",
        "{{ 7 * 7 }} <b>",
    ],
)
def test_what_leans_on_the_talk_is_left_out(text: str) -> None:
    assert asked(text) == {}


def test_plans_and_states_are_asked_as_something_said() -> None:
    assert (
        asked("I need a ladder for the roof.")[Form.WHAT][0] == "What did Ann say they needed for the roof?"
    )


def test_a_number_within_a_number_counts_nothing() -> None:
    assert list(quantities("twenty-six dimensions, 2.5 litres, six boats, two of them, 40,000 mails")) == [
        ("litres", "2.5"),
        ("boats", "six"),
        ("mails", "40,000"),
    ]


@pytest.mark.parametrize("piece", ["( ", "I now ", "and I ", "*", "- ", "my sister has ", "Ann ", "because "])
def test_a_long_hostile_turn_takes_no_time(piece: str) -> None:
    started = time.perf_counter()
    asked(piece * (60_000 // len(piece)))
    assert time.perf_counter() - started < 8
