"""Windows hold whole turns and lose none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from streamrecall.records import Dialogue, Domain, Turn, Window
from streamrecall.text.tokens import count_tokens
from streamrecall.text.windows import cut_windows, turn_tokens


def dialogue(texts: list[str]) -> Dialogue:
    turns = tuple(Turn("d", i, f"t{i}", "Ana", text) for i, text in enumerate(texts))
    return Dialogue("d", "test", Domain.CHITCHAT, turns)


@given(st.lists(st.text(max_size=200), max_size=60), st.integers(8, 64))
def test_windows_partition_the_dialogue_in_order(texts: list[str], size: int) -> None:
    source = dialogue(texts)
    windows = list(cut_windows(source, size))
    assert [turn for window in windows for turn in window.turns] == list(source.turns)
    for window in windows:
        assert sum(map(turn_tokens, window.turns)) <= size or len(window.turns) == 1
        history = source.turns[: window.first_turn]
        assert window.history_tokens == sum(map(turn_tokens, history))


@given(st.lists(st.text(max_size=80), min_size=1, max_size=20))
def test_the_cost_of_turns_adds_up_to_the_cost_of_their_text(texts: list[str]) -> None:
    source = dialogue(texts)
    rendered = "".join(turn.render() + "\n" for turn in source.turns)
    assert count_tokens(rendered) == sum(map(turn_tokens, source.turns))


def test_a_turn_longer_than_a_window_stands_alone() -> None:
    windows = list(cut_windows(dialogue(["short", "word " * 50, "short again"]), 32))
    assert [len(window.turns) for window in windows] == [1, 1, 1]
    assert turn_tokens(windows[1].turns[0]) > 32


def test_windows_are_named_after_their_dialogue_and_number() -> None:
    windows = list(cut_windows(dialogue(["one two three"] * 6), 16))
    assert [window.window_id for window in windows] == [f"d.{k}" for k in range(len(windows))]


def test_a_window_without_turns_is_refused() -> None:
    with pytest.raises(ValueError, match=r"window 'd\.0': a window has at least one turn, got none"):
        Window("d.0", "d", (), 0)
