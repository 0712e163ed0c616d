"""One tolerant reading of evidence ids for LoCoMo, REALTALK and EverMemBench.

Annotators wrote ``D8:6; D9:17``, ``D12:3-D12:5``, ``D17;39``, ``D 2:18``, ``D:11:26``, ``D30:05``,
``D20:6.`` or ``1, 4-6, 8``. Each entry is taken apart into ids and ranges; what names no turn is
reported, never dropped.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

_ID = r"(?:D\s*:?\s*(\d+)\s*[:;]|(?<![\d:])(\d+)\s*:)\s*(\d+)"
_TOKEN = re.compile(rf"{_ID}(?:\s*-\s*(?:{_ID}|(\d+)(?![\d:])))?", re.IGNORECASE)
_TURN_ID = re.compile(r"D(\d+):(\d+)")
_NUMBER = re.compile(r"(\d+)(?:\s*-\s*(\d+))?")
_SEPARATORS = re.compile(r"[\s;,.:]+")


class Outcome(StrEnum):
    """What became of one evidence entry."""

    RESOLVED = "resolved"
    REPAIRED = "repaired"
    PARTIAL = "partial"
    UNRESOLVED = "unresolved"


@dataclass(frozen=True, slots=True)
class Resolution:
    """One evidence entry and the turns it names.

    Attributes:
        raw: The entry as written.
        turn_ids: The turns found, in the order named, each once.
        outcome: ``resolved`` as written, ``repaired`` after reading it tolerantly, ``partial`` when
            some piece names no turn, ``unresolved`` when none does.
        reason: What was repaired or is wrong.
        left: The pieces that name no turn.
    """

    raw: str
    turn_ids: tuple[str, ...]
    outcome: Outcome
    reason: str = ""
    left: tuple[str, ...] = ()


class EvidenceResolver:
    """Resolves ``D<session>:<number>`` entries against the turns of one dialogue.

    Args:
        turn_ids: The dialogue's turn ids.
        image_turns: Turns that carry an image; a missing id next to one of them is taken for the
            image-only message that the corpus folded into it.
    """

    def __init__(self, turn_ids: Iterable[str], image_turns: Collection[str] = ()) -> None:
        self._images = frozenset(image_turns)
        self._known = frozenset(turn_ids)
        self._numbers: dict[int, list[int]] = {}
        self._ids: dict[tuple[int, int], str] = {}
        for turn_id in self._known:
            if match := _TURN_ID.fullmatch(turn_id):
                key = (_integer(match[1]), _integer(match[2]))
                self._ids[key] = turn_id
                self._numbers.setdefault(key[0], []).append(key[1])
        for numbers in self._numbers.values():
            numbers.sort()

    def resolve(self, raw: str) -> Resolution:
        """Return the turns that one entry names."""
        if raw in self._known:
            return Resolution(raw, (raw,), Outcome.RESOLVED)
        found: dict[str, None] = {}
        left: list[str] = []
        reasons: dict[str, None] = {}
        end = 0
        for match in _TOKEN.finditer(raw):
            left += _pieces(raw[end : match.start()])
            end = match.end()
            turns, reason = self._named(match)
            found.update(dict.fromkeys(turns))
            reasons[reason] = None
            if not turns:
                left.append(match[0])
        left += _pieces(raw[end:])
        if not raw.strip():
            reasons["empty"] = None
        elif not reasons:
            reasons["not an id"] = None
        return _resolution(raw, found, left, reasons)

    def _named(self, match: re.Match[str]) -> tuple[list[str], str]:
        session, number = _integer(match[1] or match[2]), _integer(match[3])
        if match[6] is None and match[7] is None:
            return self._single(session, number)
        last_session = session if match[7] is not None else _integer(match[4] or match[5])
        last = _integer(match[7] if match[7] is not None else match[6])
        if last_session != session:
            return [], "range over two sessions"
        if last < number:
            return [], "range backwards"
        numbers = self._numbers.get(session, [])
        inside = numbers[bisect_left(numbers, number) : bisect_right(numbers, last)]
        return [self._ids[session, n] for n in inside], "range" if inside else "no such turn"

    def _single(self, session: int, number: int) -> tuple[list[str], str]:
        if turn_id := self._ids.get((session, number)):
            return [turn_id], "form"
        for neighbour in (number + 1, number - 1):
            turn_id = self._ids.get((session, neighbour))
            if turn_id in self._images and turn_id is not None:
                return [turn_id], "neighbouring image turn"
        return [], "no such turn"


def resolve_numbers(raw: str, turns: Mapping[int, str]) -> Resolution:
    """Return the turns named by message numbers such as ``1, 4-6, 8`` (EverMemBench).

    Args:
        raw: The entry as written.
        turns: Turn id by message number, for the entry's day and group.
    """
    found: dict[str, None] = {}
    left: list[str] = []
    reasons: dict[str, None] = {}
    end = 0
    for match in _NUMBER.finditer(raw):
        left += _pieces(raw[end : match.start()])
        end = match.end()
        first = _integer(match[1])
        last = first if match[2] is None else _integer(match[2])
        inside = [turns[n] for n in sorted(turns) if first <= n <= last]
        found.update(dict.fromkeys(inside))
        if not inside:
            left.append(match[0])
            reasons["range backwards" if last < first else "no such message"] = None
        elif last not in turns or first not in turns:
            reasons["range cut to the messages there"] = None
    left += _pieces(raw[end:])
    if not raw.strip():
        reasons["empty"] = None
    if found and not left and not reasons:
        return Resolution(raw, tuple(found), Outcome.RESOLVED)
    return _resolution(raw, found, left, reasons or {"not a number": None})


def _resolution(raw: str, found: dict[str, None], left: list[str], reasons: dict[str, None]) -> Resolution:
    if not found:
        outcome = Outcome.UNRESOLVED
        left = left or [raw]
    else:
        outcome = Outcome.PARTIAL if left else Outcome.REPAIRED
    return Resolution(raw, tuple(found), outcome, ", ".join(reasons), tuple(left))


def _pieces(text: str) -> list[str]:
    return [piece for piece in _SEPARATORS.split(text) if piece]


def _integer(digits: str) -> int:
    return int(digits[-18:])  # no source has longer numbers; int() refuses thousands of digits
