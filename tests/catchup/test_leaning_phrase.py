"""The words that lean on the past."""

import pytest

from streamrecall.catchup.leaning_phrase import leaning_phrase, leans, points_back


@pytest.mark.parametrize(
    ("sentence", "phrase"),
    [
        ("Nothing from the other supplier yet.", "the other supplier"),
        ("So the credit note goes out, the second offer naturally.", "the second offer"),
        ("It broke for the reason I gave on Monday, twice.", "the reason I gave on Monday"),
        ("Please read that email.", "that email"),
        ("Same as we agreed, bring as we agreed", "as we agreed"),
    ],
)
def test_plain_pointers(sentence, phrase):
    assert leans(sentence)
    assert leaning_phrase(sentence) == phrase


def test_a_definite_phrase_alone_does_not_plainly_lean():
    assert leaning_phrase("I've moved our dinner to Thursday.") == "our dinner"
    assert not leans("I've moved our dinner to Thursday.")


def test_nothing_definite():
    assert leaning_phrase("Hello everybody") == ""


@pytest.mark.parametrize(
    ("sentence", "phrase"),
    [
        ("The landlord finally answered.", "The landlord"),
        ("Our printer apparently broke.", "Our printer"),
        ("The second offer naturally.", "The second offer"),
        ("The whole family came.", "The whole family"),
        ("My reply was short.", "My reply"),
        ("The weekly call is off.", "The weekly call"),
    ],
)
def test_adverbs_after_the_noun_are_left_out(sentence, phrase):
    assert leaning_phrase(sentence) == phrase


@pytest.mark.parametrize(
    ("sentence", "phrase"),
    [
        ("Same split as last time?", "Same split as last time"),
        ("Like before, then.", "Like before"),
        ("Not the other supplier!", "the other supplier"),
        ("It is as we agreed.", "as we agreed"),
        ("The last day was fine.", ""),
        ("I like this song.", ""),
    ],
)
def test_what_cannot_be_understood_alone(sentence, phrase):
    assert points_back(sentence) == phrase
