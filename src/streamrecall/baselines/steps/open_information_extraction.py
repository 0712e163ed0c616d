"""Subject, relation and object of what a passage states (HippoRAG 2, section 3.1; HippoRAG, section 2.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Protocol

from pydantic import Field

from streamrecall.baselines.passage import Passage
from streamrecall.baselines.steps.naming_phrases import naming_phrases
from streamrecall.models.replies.prompted_model import PromptedModel
from streamrecall.models.replies.reply import Reply
from streamrecall.records import Triple, one_line
from streamrecall.text.content_words import read_words

_NO_NAMES = "(none)"


class OpenInformationExtractor(Protocol):
    """Finds the triples of passages.

    Attributes:
        failures: Replies that could not be used; the passage is left without its names or triples.
    """

    name: str
    failures: int

    def extract(self, passages: Sequence[Passage]) -> list[tuple[Triple, ...]]:
        """Return the triples of each passage; a passage may state nothing."""
        ...


class RuleBasedTriples:
    """Ties the speaker to the most telling phrases of each clause; the relation is the clause itself.

    It knows no grammar: whom else a clause is about, and what a pronoun stands for, stays open. A clause that
    names nothing (no name, quantity or title, no phrase of several words) gives no triple.
    """

    name = "rule-based triples"
    failures = 0

    def extract(self, passages: Sequence[Passage]) -> list[tuple[Triple, ...]]:
        """Return up to three triples per clause, in the order of the text."""
        return [tuple(_triples(passage)) for passage in passages]


def _triples(passage: Passage) -> Iterator[Triple]:
    for turn, clause in passage.statements():
        phrases = naming_phrases(clause)
        for phrase in phrases:
            yield Triple(one_line(turn.speaker) or phrases[0].text, clause, phrase.text, turn.index)


class NamedEntities(Reply):
    """The reply of the first call: what a passage names."""

    items_field: ClassVar[str | None] = "names"

    names: list[str]


class TripleParts(Reply):
    """One triple of a reply."""

    subject: str = Field(min_length=1)
    relation: str = Field(min_length=1)
    object: str = Field(min_length=1)


class PassageTriples(Reply):
    """The reply of the second call: what a passage states about it."""

    items_field: ClassVar[str | None] = "triples"

    triples: list[TripleParts]


class ChatTriples:
    """Asks for the named entities of each passage, then for triples that use them.

    The original goes on without the names or triples of a passage whose reply it cannot read; so does this,
    and counts the reply in ``failures``.

    Args:
        model: Who is asked; the prompts are ``baselines/hipporag_2_entities`` and ``hipporag_2_triples``.
    """

    def __init__(self, model: PromptedModel) -> None:
        self.name = model.name
        self.failures = 0
        self._model = model

    def extract(self, passages: Sequence[Passage]) -> list[tuple[Triple, ...]]:
        """Return the triples of each passage, all asked in two batches."""
        texts = [{"passage": passage.text} for passage in passages]
        named = self._model.ask("baselines/hipporag_2_entities", NamedEntities, texts)
        for given, name_answer in zip(texts, named, strict=True):
            self.failures += name_answer.value is None
            names = [] if name_answer.value is None else name_answer.value.names
            given["names"] = "\n".join(dict.fromkeys(one_line(name) for name in names)) or _NO_NAMES
        answers = self._model.ask("baselines/hipporag_2_triples", PassageTriples, texts)
        found: list[tuple[Triple, ...]] = []
        for passage, answer in zip(passages, answers, strict=True):
            self.failures += answer.value is None
            parts = [] if answer.value is None else answer.value.triples
            placed = (_placed(passage, part) for part in parts)
            found.append(tuple(triple for triple in placed if triple.subject and triple.object))
        return found


def _placed(passage: Passage, part: TripleParts) -> Triple:
    """Give a triple the turn that shares most words with it, the earliest of equals."""
    said = read_words(f"{part.subject} {part.relation} {part.object}").content
    turn = max(passage.turns, key=lambda turn: len(said & read_words(turn.render()).content))
    return Triple(one_line(part.subject), one_line(part.relation), one_line(part.object), turn.index)
