import pytest
from annotated_window import HISTORY, WINDOW, quoting, summary
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrecall.metrics.faithfulness import faithfulness, label_facts, read_sources
from streamrecall.records import Turn, Window
from streamrecall.text.sentences import split_sentences

SOURCES = read_sources(WINDOW, quoting(HISTORY["t0"], HISTORY["t1"]))


def supported(sentence: str) -> list[bool]:
    return [fact.supported for fact in label_facts(summary(sentence), SOURCES)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Brambeck offered a credit of 8 %.",
        "Pavel leaves 2023 in the backfill.",
        'Pavel: "The other supplier said no."',
        "Maren takes the offer of 8 % from Brambeck today.",
        "However, Brambeck offered a credit.",
        "Offering a credit of 8 %, Brambeck offered us the order.",
        "On 2026-03-05 Maren said that Brambeck offered a credit.",
    ],
)
def test_what_the_sources_say_is_supported(sentence: str) -> None:
    assert supported(sentence) == [True]


@pytest.mark.parametrize(
    "sentence",
    [
        "Brambeck offered a credit of 9 %.",
        "Brambeck offered a credit to Agathe.",
        "Velmira offered us a credit of 8 %.",
        "The bicycle repair costs nothing.",
        "Lindiwe leaves 2023 in the backfill.",
    ],
)
def test_other_numbers_names_and_words_are_not(sentence: str) -> None:
    assert supported(sentence) == [False]


def test_one_wrong_clause_costs_one_fact() -> None:
    assert supported(
        'Pavel: "The other supplier said no" (earlier: Brambeck offered 9 % — Maren, 2026-03-05)'
    ) == [
        True,
        False,
        True,
    ]


def test_an_unsupported_fact_names_its_words() -> None:
    (fact,) = label_facts(summary("Brambeck offered a credit of 9 %."), SOURCES)
    assert fact.unsupported == ("9",)


def test_without_facts_there_is_no_faith() -> None:
    assert faithfulness([]) == 0
    assert label_facts(summary("Oh, and so on."), SOURCES) == ()
    assert faithfulness([True, True, False, True]) == 0.75


@settings(max_examples=30)
@given(st.lists(st.sampled_from([*HISTORY.values(), *WINDOW.turns]), min_size=1, max_size=4))
def test_a_summary_that_quotes_its_sources_is_faithful(turns: list) -> None:
    sources = read_sources(WINDOW, quoting(*HISTORY.values()))
    sentences = [sentence for turn in turns for sentence in split_sentences(turn.text)]
    assert all(fact.supported for fact in label_facts(summary(*sentences), sources))


def test_a_window_without_words_and_an_empty_memory_support_nothing() -> None:
    sources = read_sources(Window("w", "d", (Turn("d", 0, "t", "", ""),), 0), quoting())
    assert [fact.supported for fact in label_facts(summary("Anything goes wrong."), sources)] == [False]
