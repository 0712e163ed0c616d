"""Sentences that a model wrote, kept only where the turns they rest on bear them out."""

from __future__ import annotations

from streamrecall.catchup.digest import Point, PointKind, RecoveredContext
from streamrecall.catchup.history import SearchedHistory
from streamrecall.records import Memory, Summary, Turn, Window
from streamrecall.text.content_words import coverage, read_words

LEAST_SUPPORT = 0.6


def written_points(
    summary: Summary,
    window: Window,
    memory: Memory,
    history: SearchedHistory,
    least_support: float = LEAST_SUPPORT,
) -> tuple[list[Point], int]:
    """Return a summary's sentences as points, and how many were left out as not borne out.

    A sentence is borne out when it rests on a turn of the window, when its turns (speakers included) hold
    this share of its content words, and when they hold every number and every name in it.
    """
    here = {turn.turn_id: turn for turn in window.turns}
    earlier = {
        item.turn_ids[0]: history.turn(item.first_turn) for item in memory.items if len(item.turn_ids) == 1
    }
    points: list[Point] = []
    for sentence in summary.sentences:
        turns = tuple(here[reference] for reference in sentence.window_turn_ids if reference in here)
        recovered = [earlier[reference] for reference in sentence.memory_turn_ids if reference in earlier]
        if turns and _borne_out(sentence.text, (*turns, *recovered), least_support):
            context = tuple(RecoveredContext("", turn.text.strip(), turn) for turn in recovered)
            points.append(
                Point(PointKind.HAPPENED, sentence.text, turns, context, written_by=summary.summarizer)
            )
    return points, len(summary.sentences) - len(points)


def _borne_out(text: str, turns: tuple[Turn, ...], least: float) -> bool:
    said = read_words(text)
    held = frozenset(word for turn in turns for word in read_words(turn.render()).content)
    return said.numbers <= held and said.names <= held and coverage(said.content, held) >= least
