import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrecall.remember.unintroduced_names import unintroduced_names
from streamrecall.text.content_words import read_words

NOBODY: frozenset[str] = frozenset()


def names(said: str, known: frozenset[str] = NOBODY, speakers: frozenset[str] = NOBODY) -> list[str]:
    return list(unintroduced_names(said, known, speakers))


def test_how_a_name_is_brought_in_does_not_depend_on_how_much_was_said_before() -> None:
    before = "We talked for hours and hours about nothing. " * 40
    assert names(f"{before}Please tell Renske, and my sister Ebbe said Agathe left.") == ["Renske", "Agathe"]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Agathe said no again.", ["Agathe"]),
        ("Henrike has just agreed to it.", ["Henrike"]),
        ("The roof is done. Mr Tull's already asked for the bill.", ["Mr Tull"]),
        ("Please tell Renske to wait until Ebbe signed.", ["Renske", "Ebbe"]),
        ("They liked Ebbe's reasons.", ["Ebbe"]),
        ("Émilie wrote to Jürgen.", ["Émilie", "Jürgen"]),
    ],
)
def test_who_acts_owns_or_is_told_is_spoken_of_as_known(said: str, found: list[str]) -> None:
    assert names(said) == found


@pytest.mark.parametrize(
    "said",
    [
        "My sister Agathe said no again.",
        "A roofer called Agathe rang.",
        "Agathe, who runs the terrace, said no again.",
        "Agathe (from accounting) asked for it.",
    ],
)
def test_a_name_with_an_introduction_needs_no_history(said: str) -> None:
    assert names(said) == []


@pytest.mark.parametrize(
    "said",
    [
        "We spent a week in Italy and learned German.",  # the world's names
        "Someone sent flowers.",
        "Tuesday came too soon, ask Monday's crew.",
        "Lunch is at noon.",
        "Today's bread is rye.",  # a sentence may open with any word
        "NOBODY SAID a word, the BBC's clock stopped.",
    ],
)
def test_no_person_no_name(said: str) -> None:
    assert names(said) == []


def test_known_names_and_short_forms_of_speakers_are_left_out() -> None:
    assert names("Agathe said no.", known=read_words("Agathe").content) == []
    assert names("Mel said no.", speakers=read_words("Melanie").content) == []


@settings(max_examples=50, deadline=None)
@given(said=st.text(max_size=80))
def test_every_name_is_a_run_of_words_of_the_utterance(said: str) -> None:
    for name in names(said):
        assert all(word in said for word in name.split())
