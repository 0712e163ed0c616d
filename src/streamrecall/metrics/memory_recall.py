"""Memory recall: the share of a window's contextual gaps that the memory resolves (section 3.3).

Offline rule. A memory that quotes resolves a gap when it holds an evidence turn verbatim: an item names
the turn and carries at least 80 % of its text (a chunk may cut a turn, and two overlapping chunks may hold
it between them). A memory that paraphrases resolves it when a passage of one or two of its sentences states
an evidence turn or the resolution. Outdated evidence never counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from streamrecall.errors import DataError
from streamrecall.metrics.statement import is_stated
from streamrecall.records import Gap, Memory, MemoryItem, Turn
from streamrecall.text.content_words import read_words
from streamrecall.text.sentences import split_sentences

HELD_SHARE = 0.8
"""Least share of a turn's characters that must be in the memory."""

STATED_SHARE = 0.6
"""Least share of the content words that a paraphrase must keep; its numbers must all be there."""

_SHORTEST_PIECE = 12


def memory_recall(recalled: Sequence[bool]) -> float | None:
    """Return |G+| / |G| (appendix B), or None for a window without gaps."""
    return sum(recalled) / len(recalled) if recalled else None


def held_evidence(gap: Gap, memory: Memory, history: Mapping[str, Turn]) -> tuple[str, ...]:
    """Return the ids of the evidence turns that the memory holds, in the order of the annotation.

    Raises:
        DataError: If an evidence turn is not in ``history``.
    """
    evidence = []
    for turn_id in gap.evidence:
        if turn_id not in history:
            raise DataError(
                f"gap {gap.gap_id}: evidence turn {turn_id!r} is not in the history.",
                hint="Give the judge the turns of the gap's dialogue.",
            )
        if turn_id not in gap.superseded:
            evidence.append(history[turn_id])
    if not memory.abstractive:
        return tuple(turn.turn_id for turn in evidence if held_share(turn, memory) >= HELD_SHARE)
    passages = list(_passages(memory.items))
    return tuple(turn.turn_id for turn in evidence if _paraphrased(turn.text, passages))


def states_turn(turn: Turn, items: Sequence[MemoryItem]) -> bool:
    """Return whether a passage of one or two sentences of the items states the turn."""
    return _paraphrased(turn.text, list(_passages(items)))


def resolution_stated(gap: Gap, memory: Memory, window_words: frozenset[str]) -> bool:
    """Return whether a paraphrasing memory states what the resolution adds to the window."""
    wanted = read_words(gap.resolution)
    return memory.abstractive and any(
        is_stated(wanted, passage, STATED_SHARE, window_words) for passage in _passages(memory.items)
    )


def held_share(turn: Turn, memory: Memory) -> float:
    """Return the share of the turn's text, in characters, that the items naming it carry verbatim."""
    text = _collapse(turn.text)
    if not text:
        return 0.0
    held = bytearray(len(text))
    for item in memory.items:
        if turn.turn_id not in item.turn_ids + item.partial_turn_ids:
            continue
        for start, end in _quoted_spans(text, _collapse(item.text)):
            held[start:end] = b"\x01" * (end - start)
    return sum(held) / len(held)


def _quoted_spans(text: str, item: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of ``text`` in ``item``: all of it, or the pieces a cut at either end leaves."""
    if text in item:
        yield 0, len(text)
        return
    start = text.find(item)
    if len(item) >= _SHORTEST_PIECE and start >= 0:
        yield start, start + len(item)
        return
    head = _longest(len(text), lambda length: text[:length] in item)
    tail = _longest(len(text), lambda length: text[len(text) - length :] in item)
    if head >= _SHORTEST_PIECE:
        yield 0, head
    if tail >= _SHORTEST_PIECE:
        yield len(text) - tail, len(text)


def _longest(limit: int, found: Callable[[int], bool]) -> int:
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if found(middle) else (low, middle - 1)
    return low


def _paraphrased(text: str, passages: Sequence[frozenset[str]]) -> bool:
    wanted = read_words(text)
    return any(is_stated(wanted, passage, STATED_SHARE) for passage in passages)


def _passages(items: Sequence[MemoryItem]) -> Iterator[frozenset[str]]:
    for item in items:
        sentences = [read_words(sentence).content for sentence in split_sentences(item.text)]
        yield from sentences
        for first, second in pairwise(sentences):
            yield first | second


def _collapse(text: str) -> str:
    return " ".join(text.split())
