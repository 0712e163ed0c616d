"""Windows of whole turns (ReMEMBER, section 3.2: 1,024 tokens each)."""

from __future__ import annotations

from collections.abc import Iterator

from streamrecall.records import Dialogue, Turn, Window
from streamrecall.text.tokens import count_tokens

WINDOW_TOKENS = 1024


def turn_tokens(turn: Turn) -> int:
    """Return the cost of a turn in a window or a memory: its rendered line and the line feed."""
    return count_tokens(turn.render() + "\n")


def cut_windows(dialogue: Dialogue, window_tokens: int = WINDOW_TOKENS) -> Iterator[Window]:
    """Cut a dialogue greedily, from its first turn, into windows of at most ``window_tokens``.

    Turns are never split: a turn longer than a window makes a window of its own, the only kind that
    exceeds the size.
    """
    pending: list[Turn] = []
    pending_tokens = 0
    history_tokens = 0
    number = 0
    for turn in dialogue.turns:
        cost = turn_tokens(turn)
        if pending and pending_tokens + cost > window_tokens:
            yield _window(dialogue, number, pending, history_tokens)
            history_tokens += pending_tokens
            number += 1
            pending, pending_tokens = [], 0
        pending.append(turn)
        pending_tokens += cost
    if pending:
        yield _window(dialogue, number, pending, history_tokens)


def _window(dialogue: Dialogue, number: int, turns: list[Turn], history_tokens: int) -> Window:
    return Window(
        window_id=f"{dialogue.dialogue_id}.{number}",
        dialogue_id=dialogue.dialogue_id,
        turns=tuple(turns),
        history_tokens=history_tokens,
    )
