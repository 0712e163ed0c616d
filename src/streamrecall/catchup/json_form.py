"""A catch-up as plain JSON values."""

from __future__ import annotations

import json
from typing import Any

from streamrecall.catchup.digest import CatchUp, Digest, Point, RecoveredContext, Unresolved
from streamrecall.records import Turn
from streamrecall.text.printable import printable_json

VERSION = 1


def to_json(catch_up: CatchUp) -> str:
    """Return the catch-up as JSON text, two blanks per level; what a terminal would obey is escaped."""
    return printable_json(json.dumps(json_form(catch_up), ensure_ascii=False, indent=2))


def json_form(catch_up: CatchUp) -> dict[str, Any]:
    """Return the catch-up as dictionaries and lists; ``version`` changes when their form does."""
    return {
        "version": VERSION,
        "source": catch_up.source,
        "window": catch_up.choice,
        "conversations": [digest_form(digest) for digest in catch_up.conversations],
        "without_news": list(catch_up.without_news),
        "tools": dict(catch_up.tools),
        "notes": list(catch_up.notes),
        "warnings": list(catch_up.warnings),
    }


def digest_form(digest: Digest) -> dict[str, Any]:
    """Return one conversation as dictionaries and lists."""
    coverage = digest.coverage
    return {
        "conversation": digest.conversation,
        "first_turn": _turn(digest.window[0]),
        "last_turn": _turn(digest.window[-1]),
        "happened": [_point(point) for point in digest.happened],
        "decisions": [_point(point) for point in digest.decisions],
        "action_items": [_point(point) for point in digest.actions],
        "open_questions": [_point(point) for point in digest.questions],
        "unresolved": [_unresolved(entry) for entry in digest.unresolved],
        "coverage": {
            "window_turns": coverage.window_turns,
            "window_tokens": coverage.window_tokens,
            "parts": coverage.parts,
            "quoted_turns": coverage.quoted_turns,
            "unquoted_turns": coverage.unquoted_turns,
            "skipped": dict(coverage.skipped),
            "not_shown": dict(coverage.not_shown),
            "history_turns": coverage.history_turns,
            "compared_turns": coverage.compared_turns,
            "unsupported": coverage.unsupported,
        },
    }


def _point(point: Point) -> dict[str, Any]:
    return {
        "text": point.text,
        "speaker": point.turns[0].speaker or None,
        "time": point.turns[0].time,
        "turn_ids": [turn.turn_id for turn in point.turns],
        "numbers": [turn.index + 1 for turn in point.turns],
        "written_by": point.written_by or None,
        "context": [_context(context) for context in point.context],
    }


def _context(context: RecoveredContext) -> dict[str, Any]:
    return {"phrase": context.phrase or None, "text": context.text, **_turn(context.turn)}


def _unresolved(entry: Unresolved) -> dict[str, Any]:
    return {"phrase": entry.phrase, "reason": entry.reason, **_turn(entry.turn)}


def _turn(turn: Turn) -> dict[str, Any]:
    return {
        "turn_id": turn.turn_id,
        "number": turn.index + 1,
        "speaker": turn.speaker or None,
        "time": turn.time,
    }
