from hypothesis import given, settings
from hypothesis import strategies as st

from streamrecall.benchmark.stem.passages import cut_passages


def test_a_short_text_is_one_passage() -> None:
    assert cut_passages("We leave at nine.  Bring tea.") == ["We leave at nine. Bring tea."]
    assert cut_passages("") == cut_passages(" \n") == []


def test_cuts_fall_between_sentences_then_words_then_anywhere() -> None:
    assert cut_passages("One two three. Four five six.", 16) == ["One two three.", "Four five six."]
    assert cut_passages("one two three four five", 9) == ["one two", "three", "four five"]
    assert cut_passages("a" * 25, 10) == ["a" * 10, "a" * 10, "a" * 5]


@settings(max_examples=80, deadline=None)
@given(st.text(alphabet="ab. !?\n\u2026\u4f60", max_size=200), st.integers(5, 60))
def test_nothing_is_lost_and_no_passage_is_too_long(text: str, longest: int) -> None:
    passages = cut_passages(text, longest)
    assert all(passage and len(passage) <= longest for passage in passages)
    assert "".join("".join(passages).split()) == "".join(text.split())
