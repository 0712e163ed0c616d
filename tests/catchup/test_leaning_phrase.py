"""The words that lean on the past."""

import pytest

from streamrecall.catchup.leaning_phrase import leaning_phrase, leans


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
