"""Which sentences of a window a catch-up quotes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from streamrecall.catchup.dialogue_acts import Sentence
from streamrecall.catchup.digest import PointKind
from streamrecall.catchup.open_questions import is_answered
from streamrecall.records import Turn
from streamrecall.remember.salience import salience
from streamrecall.text.content_words import coverage, read_words

_ENOUGH = 5
_MOST_WORDS = 60
_REPEATED = 0.8
_LEAST_SALIENCE = 0.3


@dataclass(frozen=True, slots=True)
class Quotation:
    """A run of neighbouring sentences of one turn that do the same.

    Attributes:
        also: Further turns it rests on.
        score: Its salience.
    """

    turn: Turn
    text: str
    kind: PointKind
    also: tuple[Turn, ...]
    score: float


def quotations(sentences: Sequence[Sentence], following: Sequence[Turn]) -> list[Quotation]:
    """Return what is worth quoting of a window, in its order.

    Every decision and action item, every question without an answer, and every other sentence that says
    something. One that says little by itself is quoted with its neighbours in the turn. What repeats an
    earlier quotation of its kind is left out.

    Args:
        sentences: Those of the window, in order.
        following: Turns after the window that may still answer a question of it.
    """
    turns = [next(group).turn for _, group in groupby(sentences, key=lambda sentence: sentence.turn.index)]
    later = [*turns, *following]
    place = {turn.index: position for position, turn in enumerate(turns)}
    kept: list[Quotation] = []
    for _, group in groupby(sentences, key=lambda sentence: sentence.turn.index):
        for run in _runs([_settle(s, later[place[s.turn.index] + 1 :]) for s in group]):
            kept.append(_quote(run))
    return _without_repetition([entry for entry in kept if _worth_quoting(entry)])


def _worth_quoting(entry: Quotation) -> bool:
    return bool(entry.text) and (entry.kind is not PointKind.HAPPENED or entry.score >= _LEAST_SALIENCE)


def _settle(sentence: Sentence, later: Sequence[Turn]) -> Sentence:
    if sentence.kind is PointKind.QUESTION and _settled(sentence, later):
        return replace(sentence, kind=PointKind.HAPPENED)
    return sentence


def _settled(question: Sentence, later: Sequence[Turn]) -> bool:
    return not read_words(question.text).content or is_answered(question.text, question.turn, later)


def _runs(sentences: list[Sentence]) -> list[list[Sentence]]:
    """Join neighbours of one kind, then give a run that says little the sentences around it."""
    runs = [list(run) for _, run in groupby(sentences, key=lambda sentence: sentence.kind)]
    place = 0
    while place < len(runs):
        run = runs[place]
        kind = run[0].kind
        if kind is not PointKind.HAPPENED and _content(run) < _ENOUGH:
            for beside in (place - 1, place + 1):
                if 0 <= beside < len(runs) and runs[beside][0].kind is PointKind.HAPPENED:
                    first, second = sorted((beside, place))
                    joined = [replace(sentence, kind=kind) for sentence in runs[first] + runs[second]]
                    runs[first : second + 1] = [joined]
                    place = first
                    break
        place += 1
    return runs


def _content(run: Sequence[Sentence]) -> int:
    return len(read_words(" ".join(sentence.text for sentence in run)).content)


def _quote(run: Sequence[Sentence]) -> Quotation:
    run = _trim(run)
    first, last = run[0], run[-1]
    text = first.turn.text[first.start : last.end].strip()
    also = tuple(dict.fromkeys(turn for sentence in run for turn in sentence.also))
    return Quotation(first.turn, text, first.kind, also, salience(text))


def _trim(run: Sequence[Sentence]) -> Sequence[Sentence]:
    """Return the most salient sentence of a long run with as many after and before it as stay readable."""
    sizes = [len(sentence.text.split()) for sentence in run]
    if sum(sizes) <= _MOST_WORDS:
        return run
    first = max(range(len(run)), key=lambda place: (salience(run[place].text), -place))
    last = first
    while True:
        size = sum(sizes[first : last + 1])
        if last + 1 < len(run) and size + sizes[last + 1] <= _MOST_WORDS:
            last += 1
        elif first > 0 and size + sizes[first - 1] <= _MOST_WORDS:
            first -= 1
        else:
            return run[first : last + 1]


def _without_repetition(entries: Sequence[Quotation]) -> list[Quotation]:
    said: dict[PointKind, list[frozenset[str]]] = {}
    kept: list[Quotation] = []
    for entry in entries:
        words = read_words(entry.text).content
        earlier = said.setdefault(entry.kind, [])
        if words and any(coverage(words, other) >= _REPEATED for other in earlier):
            continue
        earlier.append(words)
        kept.append(entry)
    return kept
