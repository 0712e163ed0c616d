"""Notes by rules: key phrases, the statement a turn answers, and shared words as links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from streamrecall.baselines.steps.notes import Exchange, Note, Relation
from streamrecall.records import Turn, one_line
from streamrecall.text.clauses import statements
from streamrecall.text.content_words import read_words
from streamrecall.text.key_phrases import key_phrases
from streamrecall.text.sentences import split_sentences

_KEYWORDS = 3
_TAGS = 8
_CONTEXT_CHARACTERS = 400


class RuleBasedNotes:
    """Stands in for the model of A-Mem.

    A note's keywords are the most telling phrases of its turn, its first tags who speaks to whom, its
    context the sentences of the turn before that say most. It is linked to a near note that it answers, or
    that shares ``shared_words`` content words with it. What they share becomes a tag of both, and the
    context of the older note gains the newer one's first keyword.

    Args:
        shared_words: Content words that two notes must share to be linked.
    """

    name = "rule-based notes"
    writes_context = False

    def __init__(self, shared_words: int = 2) -> None:
        self.failures = 0
        self._shared_words = shared_words

    def describe(self, exchanges: Sequence[Exchange]) -> list[Note]:
        """Return one note per exchange."""
        return [_describe(exchange) for exchange in exchanges]

    def relate(self, note: Note, nearest: Sequence[Note]) -> Relation:
        """Return the links, most shared words first, and both sides with what they share as tags."""
        said = _said(note.turn)
        shared = [said & _said(other.turn) for other in nearest]
        links = [
            position
            for position, other in enumerate(nearest)
            if len(shared[position]) >= self._shared_words or _answers(note, other)
        ]
        links.sort(key=lambda position: (-len(shared[position]), position))
        evolved = {}
        for position in links:
            tagged = _tagged(nearest[position], shared[position])
            news = [word for word in note.keywords[:1] if word.casefold() not in tagged.render().casefold()]
            evolved[position] = replace(tagged, context=_joined(tagged.context, news))
            note = _tagged(note, shared[position])
        return Relation(note, tuple(links), evolved)


def _describe(exchange: Exchange) -> Note:
    turn, before = exchange.turn, exchange.before
    phrases = [phrase for clause in statements(turn) for phrase in key_phrases(clause)]
    phrases.sort(key=lambda phrase: -phrase.weight)
    keywords: dict[str, str] = {}
    for phrase in phrases:
        keywords.setdefault(phrase.text.casefold(), phrase.text)
    speakers = dict.fromkeys(one_line(each.speaker) for each in (turn, before) if each is not None)
    return Note(
        turn,
        tuple(keywords.values())[:_KEYWORDS],
        tuple(speaker for speaker in speakers if speaker),
        "" if before is None else _answered(before),
    )


def _answered(turn: Turn) -> str:
    """Return the sentence of a turn with most content words and its last one, where that says anything."""
    sentences = [s for s in split_sentences(one_line(turn.text)) if read_words(s).content]
    if not sentences:
        return ""
    fullest = max(range(len(sentences)), key=lambda i: (len(read_words(sentences[i]).content), i))
    quoted = " ".join(sentences[place] for place in sorted({fullest, len(sentences) - 1}))
    return f"in answer to {one_line(turn.speaker)}: {quoted}"[:_CONTEXT_CHARACTERS].strip()


def _answers(note: Note, other: Note) -> bool:
    """Whether the note's context quotes the other's turn."""
    return bool(note.context) and note.context == _answered(other.turn)


def _said(turn: Turn) -> frozenset[str]:
    return read_words(one_line(turn.text)).content


def _tagged(note: Note, words: frozenset[str]) -> Note:
    return replace(note, tags=tuple(dict.fromkeys((*note.tags, *sorted(words))))[:_TAGS])


def _joined(context: str, news: Sequence[str]) -> str:
    joined = "; ".join(part for part in (context, *news) if part)
    return joined if len(joined) <= _CONTEXT_CHARACTERS else context
