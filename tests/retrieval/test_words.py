"""Words of any script."""

import unicodedata

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from streamrecall.retrieval import words as words_module
from streamrecall.retrieval.words import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("... ?!", []),
        ("Don't worry, Ana's cat", ["don't", "worry", "ana", "cat"]),
        ("DON\u2019T", ["don't"]),
        ("at 7:30pm for 1,200.50", ["at", "7:30", "pm", "for", "1,200.50"]),
        ("well-known T_V_ rock'n'roll 'quoted'", ["well", "known", "t", "v", "rock'n'roll", "quoted"]),
        ("caf\u00e9 CAFE\u0301", ["caf\u00e9", "caf\u00e9"]),
        ("東京に 猫", ["東", "京", "に", "東京", "京に", "猫"]),
        ("Привет, мир", ["привет", "мир"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("한국어 문장", ["한국어", "문장"]),
        ("ok 👍🏽❤️ 🇩🇪", ["ok", "👍", "❤", "🇩🇪"]),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@given(st.text(max_size=40))
def test_no_letter_digit_or_emoji_vanishes(text: str) -> None:
    if regex.search(r"[\p{L}\p{N}\p{So}]", unicodedata.normalize("NFKC", text)):
        assert words(text)


@given(st.text(st.sampled_from("ab Z09.,:'-_\n"), max_size=30))
def test_the_fast_path_for_ascii_agrees_with_the_general_one(text: str) -> None:
    general = [m.group() for m in words_module._WORD.finditer(text.lower())]
    assert words(text) == words_module._without_possessive(general)
