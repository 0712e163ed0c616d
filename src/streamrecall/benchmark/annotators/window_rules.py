"""Three ways to find the salient sentences and gaps of a window by rules.

``detector_rule`` scores surface cues and takes gaps from a gap detector; ``unseen_mention_rule`` looks for
definite mentions that the window has not introduced; ``discourse_rule`` for dialogue acts and for pronouns
and connectives that point back. Salience and detector are given, so that this room needs no other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from math import fsum, log

from streamrecall.benchmark.annotators.rule_based import WindowRule
from streamrecall.benchmark.quotes import QuoteLocator
from streamrecall.benchmark.window_sentences import NumberedWindow
from streamrecall.ports import GapDetector
from streamrecall.records import GapType
from streamrecall.text.content_words import NEGATED, read_words

Salience = Callable[[str], float]
Marked = tuple[int, GapType | None, str]

_RELATIONAL = re.compile(
    r"\b(?:because|so that|that'?s why|therefore|after all|again|another|instead|rather than|same|still|not"
    r" anymore|no longer|as (?:we|you|i) (?:said|agreed|discussed|planned)|like (?:last|before)|back to|even"
    r" though|than (?:last|before)|the dilemma|the reason)\b",
    re.IGNORECASE,
)
_PROPERTY = re.compile(
    r"\b(?:price|cost|budget|limit|date|deadline|time|size|colou?r|number|amount|format|rate|terms?|rules?|"
    r"condition|version|model|brand|kind|type|name|place|address|role|status|problem|issue|plan|design|feature|"
    r"schedule|target|requirement)s?\b",
    re.IGNORECASE,
)
_DEFINITE = re.compile(
    r"\b(the|this|that|these|those|our|my|your|his|her|their)\s+((?:[^\W\d_][\w'-]*\s+){0,2}?[^\W\d_][\w'-]{2,})",
    re.IGNORECASE,
)
_PERSON = re.compile(r"\b(?:he|she|him|her|they|them)\b", re.IGNORECASE)
_POINTING = re.compile(
    r"\b(?:last time|earlier|previously|remember (?:when|that|the)|as (?:i|we|you) (?:said|mentioned|told)|"
    r"you (?:mentioned|said|told)|we (?:talked|spoke|discussed|decided|agreed)|the other (?:one|day)|back to"
    r" the|another|again|the same|since then|that (?:idea|plan|thing|project|trip|event))\b",
    re.IGNORECASE,
)
_REACH = 4
"""Sentences back to which a pronoun may refer to a name."""

_ACT = re.compile(
    r"\b(?:i'?ll|we'?ll|i will|we will|let'?s|going to|gonna|decided?|agreed?|should|need(?:s|ed)? to|have"
    r" to|must|please|can you|could you|would you|just|finally|started|finished|signed up|bought|got|went"
    r"|moved|planning|plan to|we could|we can|i'?ve been|we'?ve)\b",
    re.IGNORECASE,
)


def detector_rule(
    salience: Salience, detector: GapDetector, *, per_window: int = 14, confidence: float = 0.15
) -> WindowRule:
    """Return the rule that ranks sentences by surface cues and asks a detector for gaps.

    Args:
        salience: Scores one sentence.
        detector: Finds gaps in the window alone.
        per_window: Most salient sentences.
        confidence: Least confidence of a gap.
    """

    def mark(window: NumberedWindow) -> Sequence[Marked]:
        missing: dict[int, str] = {}
        locator = QuoteLocator(window)
        for gap in detector.detect(window.window):
            if gap.confidence < confidence:
                continue
            place = [each.number for each in window.sentences if each.turn.turn_id == gap.turn_id]
            for number in locator.locate(gap.quote, place)[:1]:
                missing.setdefault(number, gap.reason)
        scores = {each.number: salience(each.text) for each in window.sentences}
        ranked = sorted(scores, key=lambda number: (number not in missing, -scores[number], number))
        chosen = sorted(number for number in ranked[:per_window] if scores[number] > 0)
        return [
            (number, _type(window.sentence(number).text), missing[number])
            if number in missing
            else (number, None, "")
            for number in chosen
        ]

    return mark


def unseen_mention_rule(*, per_window: int = 14) -> WindowRule:
    """Return the rule for which a sentence is salient by its rare words and open by an unseen mention."""

    def mark(window: NumberedWindow) -> Sequence[Marked]:
        contents = [read_words(each.text) for each in window.sentences]
        frequency: dict[str, int] = {}
        for words in contents:
            for word in words.content:
                frequency[word] = frequency.get(word, 0) + 1
        weights = {
            each.number: fsum(
                log((len(contents) + 1) / frequency[word]) for word in words.content - {NEGATED}
            )
            + 2 * len(words.numbers)
            - (4 if each.text.endswith("?") else 0)
            for each, words in zip(window.sentences, contents, strict=True)
        }
        ranked = sorted(weights, key=lambda number: (-weights[number], number))[:per_window]
        seen: set[str] = set()
        marked: list[Marked] = []
        for each, words in zip(window.sentences, contents, strict=True):
            if each.number in ranked:
                mention = next(_unseen(each.text, seen), "")
                reason = f"the window does not introduce \u201c{mention}\u201d" if mention else ""
                marked.append((each.number, _type(each.text) if mention else None, reason))
            seen |= words.content
        return marked

    return mark


def discourse_rule(*, words: int = 4) -> WindowRule:
    """Return the rule that reads dialogue acts, pronouns without a name before them and pointers back.

    Args:
        words: Least content words of a salient sentence.
    """

    def mark(window: NumberedWindow) -> Sequence[Marked]:
        marked: list[Marked] = []
        last_named = -_REACH
        for each in window.sentences:
            said = read_words(each.text)
            if len(said.content) >= words and _ACT.search(each.text) and not each.text.endswith("?"):
                pointer = _POINTING.search(each.text)
                near = said.names or each.number - last_named < _REACH
                found = pointer or (None if near else _PERSON.search(each.text))
                reason = (
                    f"what \u201c{found.group()}\u201d points back to is not in the window" if found else ""
                )
                marked.append((each.number, _type(each.text) if found else None, reason))
            if said.names:
                last_named = each.number
        return marked

    return mark


def _unseen(text: str, seen: set[str]) -> Iterator[str]:
    """Yield definite mentions none of whose words has come up in the window before."""
    for match in _DEFINITE.finditer(text):
        head = read_words(match[2]).content - {NEGATED}
        if head and not head & seen and match[1].casefold() not in ("my", "your"):
            yield match.group()


def _type(text: str) -> GapType:
    """Guess what kind of thing is missing from the words at hand."""
    if _RELATIONAL.search(text):
        return GapType.RELATIONAL
    return GapType.ATTRIBUTE if _PROPERTY.search(text) else GapType.REFERENTIAL
