import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamrecall.text.content_words import coverage, read_words


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("Moved", "moves"),
        ("planning", "planned"),
        ("batteries", "battery"),
        ("5,000 euros", "5000 euro"),
        ("at eight", "at 8"),
        ("the 26th", "26"),
        ("\uff21\uff22\uff23", "abc"),
        ("Pavel\u2019s offer", "Pavel offers"),
        ("won't", "not"),
    ],
)
def test_forms_of_one_word_agree(text: str, same: str) -> None:
    assert read_words(text).content == read_words(same).content != frozenset()


@pytest.mark.parametrize(
    ("text", "other"), [("8 %", "12 %"), ("two", "three"), ("offer", "office"), ("5.000", "5")]
)
def test_different_things_differ(text: str, other: str) -> None:
    assert not read_words(text).content & read_words(other).content


def test_greetings_and_fillers_say_nothing() -> None:
    assert read_words("Um, oh yeah, hello! And so it goes, uh.").content == frozenset()


def test_numbers_and_names_are_told_apart_from_words() -> None:
    words = read_words("Yesterday Maren sent 12 files to Brambeck at 10:30.")
    assert words.numbers == {"12", "10:30"}
    assert words.names == {"maren", "brambeck"}
    assert words.openers == {"yesterday"}


def test_scripts_without_blanks_are_compared_by_pairs() -> None:
    said, asked = read_words("我们星期五开会").content, read_words("星期五").content
    assert coverage(asked, said) == 1
    assert coverage(read_words("星期六").content, said) < 1


@given(st.text())
def test_any_text_can_be_read_and_covers_itself(text: str) -> None:
    words = read_words(text)
    assert words.numbers | words.names | words.openers <= words.content
    assert "" not in words.content
    assert coverage(words.content, words.content) == 1
