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
    Unresolved,
)
from streamrecall.catchup.history import SearchedHistory
from streamrecall.catchup.quotations import Quotation, quotations
from streamrecall.catchup.recovered_context import ContextFinder
from streamrecall.catchup.tools import Tools
from streamrecall.catchup.written_points import written_points
from streamrecall.records import Dialogue, Domain, Turn, Window
from streamrecall.text.sentences import sentence_spans
from streamrecall.text.windows import WINDOW_TOKENS, cut_windows, turn_tokens

MEMORY_TOKENS = 1024
POINTS = 8
_NEAR = 2
_SECTIONS = {
    PointKind.HAPPENED: "what happened",
    PointKind.DECISION: "decisions",
    PointKind.ACTION: "action items",
    PointKind.QUESTION: "open questions",
}


def digest_conversation(
    history: SearchedHistory,
    window: Sequence[Turn],
    tools: Tools,
    *,
    skipped: Mapping[str, str] | None = None,
    points: int = POINTS,
    window_tokens: int = WINDOW_TOKENS,
    memory_tokens: int = MEMORY_TOKENS,
) -> Digest:
    """Return the digest of a window that follows ``history``, which has observed it afterwards.

    Args:
        history: The conversation's earlier turns.
        window: Its latest turns, not empty.
        tools: Detector, and the summarizer where a model writes what happened.
        skipped: ``turn_id`` -> why a turn may not be quoted (a notice, a reaction).
        points: Most points shown per section.
        window_tokens: Longer windows are read in parts of at most this.
        memory_tokens: Budget of the memory that the summarizer reads with each part.
    """
    skipped = skipped or {}
    before = len(history.turns)
    parts = list(_parts(window, window_tokens))
    shown, beyond = _shorten([_quote(part, window, skipped) for part in parts], points)
    told: list[Point] = []
    unresolved: list[Unresolved] = []
    unquoted: list[Unresolved] = []
    compared = unsupported = 0
    for part, quoted in zip(parts, shown, strict=True):
        readable = [turn for turn in part.turns if not _reason(turn, skipped)]
        if readable:
            part_read = replace(part, turns=tuple(readable))
            found = _explain(part_read, quoted, history, tools, memory_tokens)
            told += found.points
            unresolved += found.unresolved
            compared = max(compared, found.compared_turns)
            unsupported += found.unsupported
            unquoted += found.unquoted
        history.observe(part.turns)
    if len(unquoted) > points:
        beyond["phrases that point back"] = len(unquoted) - points
    quoted_ids = {turn.turn_id for point in told for turn in point.turns}
    reasons = Counter(reason for turn in window if (reason := _reason(turn, skipped)))
    return Digest(
        conversation=window[0].dialogue_id,
        window=tuple(window),
        happened=_of(told, PointKind.HAPPENED),
        decisions=_of(told, PointKind.DECISION),
        actions=_of(told, PointKind.ACTION),
        questions=_of(told, PointKind.QUESTION),
        unresolved=tuple(sorted(unresolved + unquoted[:points], key=lambda entry: entry.turn.index)),
        coverage=Coverage(
            window_turns=len(window),
            window_tokens=sum(map(turn_tokens, window)),
            parts=len(parts),
            quoted_turns=sum(turn.turn_id in quoted_ids for turn in window),
            skipped=dict(reasons),
            not_shown=beyond,
            history_turns=before,
            compared_turns=min(compared, before),
            unsupported=unsupported,
        ),
        nearby=(nearby := _nearby(history, told, window[0].index)),
        stand_ins={turn.turn_id: _stand_in(turn, skipped) for turn in (*nearby, *window) if not turn.text},
    )


@dataclass(frozen=True, slots=True)
class _Explained:
    points: list[Point]
    unresolved: list[Unresolved]
    compared_turns: int
    unsupported: int
    unquoted: list[Unresolved]


def _parts(turns: Sequence[Turn], tokens: int) -> Iterator[Window]:
    dialogue = Dialogue(turns[0].dialogue_id, "", Domain.CHITCHAT, tuple(turns))
    return cut_windows(dialogue, tokens)


def _quote(part: Window, window: Sequence[Turn], skipped: Mapping[str, str]) -> list[Quotation]:
    turns = [turn for turn in part.turns if not _reason(turn, skipped)]
    following = [turn for turn in window if turn.index > part.last_turn and not _reason(turn, skipped)]
    return quotations(read_sentences(turns), following)


def _shorten(
    parts: Sequence[Sequence[Quotation]], points: int
) -> tuple[list[list[Quotation]], dict[str, int]]:
    """Keep the most salient quotations of each section, at least one per part of what happened.

    Returns:
        The kept quotations of each part in the window's order, and how many of each section but what
        happened are left out.
    """
    limit = points + len(parts) - 1
    kept: set[Quotation] = set()
    left_out: dict[str, int] = {}
    for kind in PointKind:
        by_part = [sorted((q for q in part if q.kind is kind), key=lambda q: -q.score) for part in parts]
        first = [ranked[0] for ranked in by_part if ranked] if kind is PointKind.HAPPENED else []
        rest = [q for ranked in by_part for q in ranked if q not in first]
        kept.update((first + sorted(rest, key=lambda q: -q.score))[:limit])
        beyond = len(first) + len(rest) - limit
        if beyond > 0 and kind is not PointKind.HAPPENED:
            left_out[_SECTIONS[kind]] = beyond
    return [[quotation for quotation in part if quotation in kept] for part in parts], left_out


def _explain(
    part: Window, quoted: Sequence[Quotation], history: SearchedHistory, tools: Tools, memory_tokens: int
) -> _Explained:
    """Turn the quotations of a part into points with their context.

    Sentences of a summarizer that are borne out stand for what happened; where none is, quotations do.
    """
    compared = history.compare([part.render(), *(quotation.text for quotation in quoted)])
    finder = ContextFinder(part, compared, tools.detector)
    points: list[Point] = []
    unresolved: list[Unresolved] = []
    unsupported = 0
    if tools.summarizer is not None:
        memory = compared.memory(part, memory_tokens)
        summary = tools.summarizer.summarize(part, memory)
        points, unsupported = written_points(summary, part, memory, history)
    written = bool(points)
    for quotation in quoted:
        if written and quotation.kind is PointKind.HAPPENED:
            continue
        context = finder.of(quotation.text)
        points.append(
            Point(
                quotation.kind,
                quotation.text,
                (quotation.turn, *quotation.also),
                () if context is None else (context,),
            )
        )
        missing = finder.unresolved(quotation.turn, quotation.text) if context is None else None
        if missing is not None:
            unresolved.append(missing)
    unquoted = [
        entry
        for turn in part.turns
        for start, end in sentence_spans(turn.text)
        if not _shown(turn, turn.text[start:end].strip(), points)
        if (entry := finder.unquoted(turn, turn.text[start:end])) is not None
    ]
    return _Explained(points, unresolved, len(compared), unsupported, unquoted)


def _shown(turn: Turn, sentence: str, points: Sequence[Point]) -> bool:
    """Whether a point quotes the sentence, or a model wrote one that rests on its turn."""
    return any(turn in point.turns and (bool(point.written_by) or sentence in point.text) for point in points)


def _of(points: Sequence[Point], kind: PointKind) -> tuple[Point, ...]:
    return tuple(point for point in points if point.kind is kind)


def _reason(turn: Turn, skipped: Mapping[str, str]) -> str:
    return skipped.get(turn.turn_id, "" if turn.text.strip() else "without words")


def _stand_in(turn: Turn, skipped: Mapping[str, str]) -> str:
    """Return what is shown for a turn without words, such as ``(media)``."""
    return f"({_reason(turn, skipped).removesuffix(' without words')})"


def _nearby(history: SearchedHistory, points: Sequence[Point], first: int) -> tuple[Turn, ...]:
    """Return the history turns that points lean on, with their neighbours; none of the window."""
    wanted: set[int] = set()
    for point in points:
        for context in point.context:
            index = context.turn.index
            wanted.update(range(max(index - _NEAR, 0), index + _NEAR + 1))
    return tuple(history.turn(index) for index in sorted(wanted) if index < first)
