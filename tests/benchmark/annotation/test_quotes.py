"""Quotes are found though they differ a little, and only then."""

import pytest
from small_dialogue import numbered

from streamrecall.benchmark.quotes import QuoteLocator
from streamrecall.benchmark.window_sentences import number_sentences
from streamrecall.records import Turn, Window

FOUND = [
    ("I will reuse the lock.", (2,)),
    ("i will  reuse the lock", (2,)),
    ("\u201cThe report is due on Friday.\u201d", (4,)),
    ("4. Ann: The report is due on Friday.", (4,)),
    ("The report is due on Friday. Zoe writes it.", (4, 5)),
    ("send a few requests", (1,)),
    ("Ask other party to send a few requests with wrong signatures", (1,)),
    ("The report's due on Friday. Zoe writes it", (4, 5)),
]
NOT_FOUND = ["The budget is 400 euros.", "", "...", "I will reuse the contract of the partner"]


@pytest.mark.parametrize(("quote", "numbers"), FOUND)
def test_a_quote_is_found(quote, numbers):
    assert QuoteLocator(numbered()).locate(quote) == numbers


@pytest.mark.parametrize("quote", NOT_FOUND)
def test_what_was_not_said_is_not_found(quote):
    assert QuoteLocator(numbered()).locate(quote) == ()


def test_of_two_places_the_one_near_the_given_number_is_taken():
    turns = tuple(Turn("d", index, f"t{index}", "Ann", "We start at nine. Fine.") for index in range(3))
    locator = QuoteLocator(number_sentences(Window("w", "d", turns, 0)))
    assert locator.locate("We start at nine.", near=[5]) == (5,)
    assert locator.locate("We start at nine.") == (1,)


def test_numbers_and_quote_agree_only_where_the_quote_stands():
    locator = QuoteLocator(numbered())
    assert locator.agrees("I will reuse the lock", (2,))
    assert not locator.agrees("I will reuse the lock", (4,))
    assert not locator.agrees("", (4,))
