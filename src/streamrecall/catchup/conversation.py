"""Catches up on one conversation: its window in parts, each with its memory, joined into one digest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from streamrecall.catchup.dialogue_acts import read_sentences
from streamrecall.catchup.digest import (
    Coverage,
    Digest,
    Point,
    PointKind,
    RecoveredContext,
    Unresolved,
)
from streamrecall.catchup.history import SearchedHistory
from streamrecall.catchup.quotations import Quotation, quotations
from streamrecall.catchup.recovered_context import ContextFinder
from streamrecall.ports import Summarizer
from streamrecall.records import Dialogue, Domain, Memory, Summary, Turn, Window
from streamrecall.text.windows import WINDOW_TOKENS, cut_windows, turn_tokens

MEMORY_TOKENS = 1024
POINTS = 8
_NEAR = 2
_RECOVERED = 0.8
_WRITTEN = 1.0
_SECTIONS = {
    PointKind.HAPPENED: "what happened",
    PointKind.DECISION: "decisions",
    PointKind.ACTION: "action items",
    PointKind.QUESTION: "open questions",
}


@dataclass(slots=True)
class _Part:
    points: list[Point]
    unresolved: tuple[Unresolved, ...]
    compared_turns: int


def digest_conversation(
    history: SearchedHistory,
    window: Sequence[Turn],
    *,
    skipped: Mapping[str, str] | None = None,
    summarizer: Summarizer | None = None,
    points: int = POINTS,
    window_tokens: int = WINDOW_TOKENS,
    memory_tokens: int = MEMORY_TOKENS,
) -> Digest:
    """Return the digest of a window that follows ``history``, which has observed it afterwards.

    Args:
        history: The conversation's earlier turns.
        window: Its latest turns, not empty.
        skipped: ``turn_id`` -> why a turn may not be quoted (a notice, a reaction).
        summarizer: Writes what happened; without one the most salient sentences are quoted.
        points: Most points shown per section.
        window_tokens: Longer windows are read in parts of at most this.
        memory_tokens: Budget of each part's memory.
    """
    skipped = skipped or {}
    before = len(history.turns)
    parts: list[_Part] = []
    for part in _parts(window, window_tokens):
        turns = [turn for turn in part.turns if turn.turn_id not in skipped and turn.text.strip()]
        following = [turn for turn in window if turn.index > part.last_turn]
        parts.append(_read_part(history, part, turns, following, summarizer, memory_tokens))
        history.observe(part.turns)
    shown, beyond = _shorten(parts, points)
    quoted = {turn.turn_id for point in shown for turn in point.turns}
    reasons = Counter(_reason(turn, skipped) for turn in window)
    del reasons[""]
    return Digest(
        conversation=window[0].dialogue_id,
        window=tuple(window),
        happened=_of(shown, PointKind.HAPPENED),
        decisions=_of(shown, PointKind.DECISION),
        actions=_of(shown, PointKind.ACTION),
        questions=_of(shown, PointKind.QUESTION),
        unresolved=tuple(
            entry for part in parts for entry in part.unresolved if entry.turn.turn_id in quoted
        ),
        coverage=Coverage(
            window_turns=len(window),
            window_tokens=sum(map(turn_tokens, window)),
            parts=len(parts),
            quoted_turns=sum(turn.turn_id in quoted for turn in window),
            skipped=dict(reasons),
            not_shown=beyond,
            history_turns=before,
            compared_turns=max((part.compared_turns for part in parts), default=0),
        ),
        nearby=_nearby(history, shown, window[0].index),
    )


def _parts(turns: Sequence[Turn], tokens: int) -> Iterator[Window]:
    dialogue = Dialogue(turns[0].dialogue_id, "", Domain.CHITCHAT, tuple(turns))
    return cut_windows(dialogue, tokens)


def _read_part(
    history: SearchedHistory,
    part: Window,
    turns: list[Turn],
    following: Sequence[Turn],
    summarizer: Summarizer | None,
    memory_tokens: int,
) -> _Part:
    if not turns:
        return _Part([], (), 0)
    part = replace(part, turns=tuple(turns))
    recalled = history.recall(part, memory_tokens)
    finder = ContextFinder(part, recalled.memory, history)
    points = [
        _point(quotation, finder)
        for quotation in quotations(read_sentences(turns), following)
        if summarizer is None or quotation.kind is not PointKind.HAPPENED
    ]
    if summarizer is not None:
        points += _written_points(summarizer.summarize(part, recalled.memory), part, recalled.memory, history)
    unresolved = finder.unresolved([(point.turns[0], point.text) for point in points if not point.written_by])
    return _Part(points, unresolved, recalled.compared_turns)


def _point(quotation: Quotation, finder: ContextFinder) -> Point:
    context = finder.of(quotation.turn, quotation.text)
    return Point(
        kind=quotation.kind,
        text=quotation.text,
        turns=(quotation.turn, *quotation.also),
        context=context,
        score=quotation.score + (_RECOVERED if context else 0.0),
    )


def _written_points(
    summary: Summary, part: Window, memory: Memory, history: SearchedHistory
) -> list[Point]:
    """Return a model's sentences as points; one that rests on no turn of the window is left out."""
    here = {turn.turn_id: turn for turn in part.turns}
    earlier = {
        item.turn_ids[0]: history.turn(item.first_turn) for item in memory.items if len(item.turn_ids) == 1
    }
    points = []
    for sentence in summary.sentences:
        turns = tuple(here[reference] for reference in sentence.window_turn_ids if reference in here)
        context = tuple(
            RecoveredContext("", earlier[reference].text.strip(), earlier[reference])
            for reference in sentence.memory_turn_ids
            if reference in earlier
        )
        if turns:
            points.append(
                Point(
                    PointKind.HAPPENED, sentence.text, turns, context, _WRITTEN, written_by=summary.summarizer
                )
            )
    return points


def _shorten(parts: Sequence[_Part], points: int) -> tuple[list[Point], dict[str, int]]:
    """Keep the most salient points of each section, at least one per part of what happened.

    Returns:
        The kept points in the window's order, and how many of each other section are left out.
    """
    limit = points + len(parts) - 1
    kept: list[Point] = []
    left_out: dict[str, int] = {}
    for kind in PointKind:
        by_part = [
            sorted((p for p in part.points if p.kind is kind), key=lambda p: -p.score) for part in parts
        ]
        first = [ranked[0] for ranked in by_part if ranked] if kind is PointKind.HAPPENED else []
        rest = sorted((p for ranked in by_part for p in ranked if p not in first), key=lambda p: -p.score)
        chosen = (first + rest)[:limit]
        kept += sorted(chosen, key=lambda point: point.turns[0].index)
        beyond = len(first) + len(rest) - len(chosen)
        if beyond and kind is not PointKind.HAPPENED:
            left_out[_SECTIONS[kind]] = beyond
    return kept, left_out


def _of(points: Sequence[Point], kind: PointKind) -> tuple[Point, ...]:
    return tuple(point for point in points if point.kind is kind)


def _reason(turn: Turn, skipped: Mapping[str, str]) -> str:
    return skipped.get(turn.turn_id, "" if turn.text.strip() else "without words")


def _nearby(history: SearchedHistory, points: Sequence[Point], first: int) -> tuple[Turn, ...]:
    """Return the history turns that points lean on, with their neighbours; none of the window."""
    wanted: set[int] = set()
    for point in points:
        for context in point.context:
            index = context.turn.index
            wanted.update(range(max(index - _NEAR, 0), index + _NEAR + 1))
    return tuple(history.turn(index) for index in sorted(wanted) if index < first)
