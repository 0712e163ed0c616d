import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrecall.models.sayable import sayable


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("  Hello,\n world! ", "Hello, world!"),
        ("It\u2019s \u201cfine\u201d\u2026", 'It\'s "fine"...'),
        ("See https://example.org/a?b=c now", "See now"),
        ("great \U0001f600\U0001f44d\U0001f3fd work", "great work"),
        ("[laugh] <speak>yes</speak> [hibari](/x/)", "laugh speak yes speak hibari ( x )"),
        ("caf\u00e9 \u4f60\u597d", "caf\u00e9 \u4f60\u597d"),
        ("\U0001f600 ... !?", ""),
        ("", ""),
    ],
)
def test_what_is_left_to_say(text: str, said: str) -> None:
    assert sayable(text) == said


def test_english_engines_get_letters_they_know() -> None:
    assert sayable("Caf\u00e9 na\u00efve 12 \u4f60\u597d", ascii_only=True) == "Cafe naive 12"
    assert sayable("\u4f60\u597d", ascii_only=True) == ""


@settings(max_examples=80, deadline=None)
@given(st.text())
def test_no_command_and_no_control_character_gets_through(text: str) -> None:
    said = sayable(text, ascii_only=True)
    assert said.isascii()
    assert said.isprintable()
    assert not set(said) & set("[]{}<>|\\#=/*_`~^")
    assert sayable(said, ascii_only=True) == said
