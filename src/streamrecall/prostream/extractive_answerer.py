"""Answers quoted from a memory: the statement that fits the question best, cut to what is asked for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, log

from streamrecall.prostream.statement_dates import time_of
from streamrecall.records import Answer, Memory, MemoryItem, Question
from streamrecall.text.key_phrases import key_phrases
from streamrecall.text.sentences import split_sentences
from streamrecall.text.telling_words import stem, stems, words

NOT_MENTIONED = "Not mentioned."
_PATH = re.compile(r"^.+? > .+? \(\d+\): ")
_SPEAKER = re.compile(r"^([^:]{1,40}):\s+")
_WHEN = re.compile(
    r"^(?:when|what (?:date|day|year|month|time)|which (?:date|day|year|month)|on what)\b", re.I
)
_HOW_MANY = re.compile(r"^how (?:many|much|old|long|often|far)\b", re.I)
_NUMBER = re.compile(
    r"[$\u20ac\u00a3]?\d[\d,.:]*\d%?|\d%?|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|once|twice)\b",
    re.I,
)
_STATEMENTS = 2


@dataclass(frozen=True, slots=True)
class _Statement:
    text: str
    speaker: str
    item: MemoryItem
    stems: frozenset[str]


class ExtractiveAnswerer:
    """Quotes; it neither infers nor counts, and says so when the memory does not tell.

    A statement is weighed by the question words it holds, rare ones more, and by whether it is said by or
    about the person asked about. Questions for a time are answered with the date the statement gives or
    implies, questions for a number with the number, all others with the statement itself, without any
    introduction.

    Args:
        coverage: Share of the question's content that the best statement must hold; below it the
            answerer abstains.
        statements: Most statements in one answer.
    """

    name = "extractive answerer"

    def __init__(self, coverage: float = 0.35, statements: int = _STATEMENTS) -> None:
        self.coverage = coverage
        self.statements = statements

    def answer(self, question: Question, memory: Memory) -> Answer:
        """Return the quoted answer, or ``Not mentioned.`` with ``abstained`` set."""
        pool = [statement for item in memory.items for statement in _statements(item)]
        wanted = set(stems(question.text))
        asked_about = {stem(word) for word in words(question.text) if word[0].isupper()}
        weights = _rarity(pool, wanted)
        total = fsum(weights.values())
        ranked = (
            sorted(
                (
                    (self._score(each, weights, asked_about) / total, -place)
                    for place, each in enumerate(pool)
                ),
                reverse=True,
            )
            if total
            else []
        )
        if not ranked or ranked[0][0] < self.coverage:
            return Answer(question.question_id, self.name, NOT_MENTIONED, abstained=True)
        chosen = [pool[-place] for score, place in ranked[: self.statements] if score >= 0.9 * ranked[0][0]]
        text = _cut(question.text, chosen, wanted)
        turn_ids = tuple(dict.fromkeys(turn for each in chosen for turn in each.item.turn_ids))
        return Answer(question.question_id, self.name, text, turn_ids)

    def _score(self, statement: _Statement, weights: dict[str, float], asked_about: set[str]) -> float:
        held = fsum(weight for word, weight in weights.items() if word in statement.stems)
        speaker = {stem(word) for word in words(statement.speaker)}
        foreign = bool(speaker) and bool(asked_about) and not speaker & asked_about
        return held * (0.8 if foreign else 1.0)


def _statements(item: MemoryItem) -> list[_Statement]:
    found: list[_Statement] = []
    for part in _PATH.sub("", item.text).split(" | "):
        match = _SPEAKER.match(part)
        speaker, said = (match[1], part[match.end() :]) if match else ("", part)
        for sentence in split_sentences(said):
            found.append(_Statement(sentence, speaker, item, frozenset(stems(f"{speaker} {sentence}"))))
    return found


def _rarity(pool: Sequence[_Statement], wanted: set[str]) -> dict[str, float]:
    counts = Counter(word for statement in pool for word in statement.stems & wanted)
    return {word: log(1 + (len(pool) + 1) / (counts[word] + 0.5)) for word in sorted(wanted)}


def _cut(question: str, chosen: Sequence[_Statement], wanted: set[str]) -> str:
    best = chosen[0]
    if _WHEN.match(question.strip()):
        when = time_of(best.text, best.item.date)
        if when is not None:
            return when
    if _HOW_MANY.match(question.strip()):
        numbers = [match.group() for match in _NUMBER.finditer(best.text)]
        if numbers:
            return ", ".join(dict.fromkeys(numbers))
    new = [phrase for phrase in key_phrases(best.text) if not set(stems(phrase.text)) <= wanted]
    if len(chosen) == 1 and len(best.text.split()) <= 6 and new:
        return new[0].text
    return " ".join(statement.text for statement in chosen)
