"""What a terminal would obey is taken out of texts, and escaped in JSON."""

import json

from hypothesis import given
from hypothesis import strategies as st

from streamrecall.text.printable import encodable, printable, printable_json

ANY = st.text(st.characters(), max_size=60)


def test_controls_directions_and_lone_surrogates_become_replacement_signs() -> None:
    assert printable("a\x1b[31m\x9b31m\x07\u202eb\ud800") == "a\ufffd[31m\ufffd31m\ufffd\ufffdb\ufffd"


def test_tabs_line_feeds_and_words_of_any_script_stay() -> None:
    assert printable("a\tb\nc é 中 عربي 👩‍👩‍👧") == "a\tb\nc é 中 عربي 👩‍👩‍👧"


@given(ANY)
def test_json_keeps_its_value_and_holds_nothing_a_terminal_obeys(text: str) -> None:
    written = printable_json(json.dumps(text, ensure_ascii=False))
    assert json.loads(written) == text
    assert printable(written) == written
    written.encode()


def test_surrogate_pairs_are_joined_and_halves_replaced() -> None:
    assert encodable("\ud83d\ude00 \udc80") == "\U0001f600 \ufffd"
    assert encodable("é") == "é"
