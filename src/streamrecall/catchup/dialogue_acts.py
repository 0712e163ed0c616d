"""What a sentence does: decide, ask for or promise something, ask, or tell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from streamrecall.catchup.cues import (
    AGREEMENT,
    ASSIGNMENT,
    COMMITMENT,
    DECISION,
    IMPERATIVE,
    PROPOSAL,
    REQUEST,
    compile_cues,
)
from streamrecall.catchup.digest import PointKind
from streamrecall.records import Turn
from streamrecall.text.content_words import read_words
from streamrecall.text.sentences import sentence_spans

_DECISION = compile_cues(DECISION)
_REQUEST = compile_cues(REQUEST)
_COMMITMENT = compile_cues(COMMITMENT)
_ASSIGNMENT = re.compile(ASSIGNMENT)
_IMPERATIVE = re.compile(IMPERATIVE, re.IGNORECASE)
_PROPOSAL = re.compile(PROPOSAL, re.IGNORECASE)
_AGREEMENT = re.compile(AGREEMENT, re.IGNORECASE)
_QUESTION = re.compile("[?\uff1f\u061f\u037e][\\W_]*$")
_HEARSAY = re.compile(r"\b(?:if|unless|would have|wish|imagine|remember when|used to)\b", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://\S+")
_AGREEMENT_REACH = 3
_AGREEMENT_WORDS = 6


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a turn and what it does.

    Attributes:
        turn: Where it stands.
        start: Where it begins in the turn's text.
        end: Where it ends, exclusive.
        also: Further turns that make it what it is, such as the agreement to a proposal.
    """

    turn: Turn
    start: int
    end: int
    kind: PointKind
    also: tuple[Turn, ...] = ()

    @property
    def text(self) -> str:
        """Its words, unchanged."""
        return self.turn.text[self.start : self.end].strip()


def classify(sentence: str) -> PointKind:
    """Return what one sentence does, judged by itself.

    A request in the form of a question is an action item. A sentence with hardly any content is never a
    decision or an action item.
    """
    plain = _ADDRESS.sub(" ", sentence.replace("\u2019", "'")).strip()
    asks = is_question(plain)
    if _REQUEST.search(plain) and _says_something(plain):
        return PointKind.ACTION
    if asks:
        return PointKind.QUESTION
    if not _says_something(plain) or _HEARSAY.search(plain):
        return PointKind.HAPPENED
    if _DECISION.search(plain):
        return PointKind.DECISION
    if _COMMITMENT.search(plain) or _ASSIGNMENT.search(plain) or _IMPERATIVE.search(plain):
        return PointKind.ACTION
    return PointKind.HAPPENED


def is_question(sentence: str) -> bool:
    """Return whether a sentence ends in a question mark of any script."""
    return bool(_QUESTION.search(sentence))


def read_sentences(turns: Sequence[Turn]) -> list[Sentence]:
    """Return every sentence of the turns with what it does, in order.

    A proposal that another speaker agrees to within the next turns is a decision; the agreeing turn is
    named with it.
    """
    found: list[Sentence] = []
    for place, turn in enumerate(turns):
        for start, end in sentence_spans(turn.text):
            text = turn.text[start:end]
            kind = classify(text)
            also: tuple[Turn, ...] = ()
            if _PROPOSAL.search(text.replace("\u2019", "'")) and _says_something(text):
                also = _agreement(turn, turns[place + 1 : place + 1 + _AGREEMENT_REACH])
                kind = PointKind.DECISION if also else kind
            found.append(Sentence(turn, start, end, kind, also))
    return found


def _agreement(proposal: Turn, following: Sequence[Turn]) -> tuple[Turn, ...]:
    for turn in following:
        if turn.speaker == proposal.speaker or turn.reply_to not in (None, proposal.turn_id):
            continue
        if len(turn.text.split()) <= _AGREEMENT_WORDS and _AGREEMENT.search(turn.text):
            return () if is_question(turn.text) else (turn,)
    return ()


def _says_something(text: str) -> bool:
    return len(read_words(text).content) >= 2
