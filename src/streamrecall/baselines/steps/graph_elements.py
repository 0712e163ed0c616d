"""Entities and relations of a passage with what is said of them (GraphRAG, section 3.1.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

from pydantic import Field

from streamrecall.baselines.passage import Passage
from streamrecall.baselines.steps.naming_phrases import NAMING, naming_phrases
from streamrecall.baselines.steps.sourced_text import SourcedText
from streamrecall.models.replies.prompted_model import PromptedModel
from streamrecall.models.replies.reply import Reply
from streamrecall.records import one_line

SINGLE_WORD = "single word"
"""Kind of an entity that is one only if it is mentioned twice."""


@dataclass(frozen=True, slots=True)
class EntityMention:
    """An entity, its kind, and what one passage says of it."""

    name: str
    kind: str
    said: SourcedText


@dataclass(frozen=True, slots=True)
class RelationMention:
    """Two entities and what one passage says of both; ``strength`` is at least 1."""

    source: str
    target: str
    said: SourcedText
    strength: float = 1.0


@dataclass(frozen=True, slots=True)
class GraphElements:
    """What one passage adds to the graph."""

    entities: tuple[EntityMention, ...] = ()
    relations: tuple[RelationMention, ...] = ()


class GraphElementExtractor(Protocol):
    """Finds entities and relations.

    Attributes:
        failures: Passages that were left out of the graph because no reply could be used.
    """

    name: str
    failures: int

    def extract(self, passages: Sequence[Passage]) -> list[GraphElements]:
        """Return the elements of each passage."""
        ...


class RuleBasedElements:
    """Takes the speaker and the telling phrases of each clause for entities, and the clause as description.

    Each two of them are related. A phrase of one common word counts as an entity from its second mention.
    """

    name = "speakers and key phrases"
    failures = 0

    def extract(self, passages: Sequence[Passage]) -> list[GraphElements]:
        """Return the elements of each passage, in the order of the text."""
        return [_elements(passage) for passage in passages]


def _elements(passage: Passage) -> GraphElements:
    entities: list[EntityMention] = []
    relations: list[RelationMention] = []
    for turn, clause in passage.statements():
        phrases = naming_phrases(clause)
        if not phrases:
            continue
        speaker = one_line(turn.speaker)
        said = SourcedText(f"{speaker}: {clause}".removeprefix(": "), (turn,))
        found = [EntityMention(speaker, "speaker", said)] if speaker else []
        found += [
            EntityMention(phrase.text, "phrase" if phrase.weight >= NAMING else SINGLE_WORD, said)
            for phrase in phrases
        ]
        entities += found
        relations += [RelationMention(one.name, two.name, said) for one, two in combinations(found, 2)]
    return GraphElements(tuple(entities), tuple(relations))


class NamedElement(Reply):
    """An entity of a reply."""

    name: str = Field(min_length=1)
    kind: str
    description: str = Field(min_length=1)


class NamedRelation(Reply):
    """A relation of a reply; ``strength`` from 1 to 10."""

    source: str = Field(min_length=1)
    target: str = Field(min_length=1)
    description: str = Field(min_length=1)
    strength: float = Field(ge=1, le=10)


class PassageElements(Reply):
    """The reply for one passage."""

    entities: list[NamedElement]
    relations: list[NamedRelation]


class ChatElements:
    """Asks for the entities and relations of each passage, once (no second look for missed ones).

    The original goes on without a passage whose reply it cannot read; so does this, and counts it.

    Args:
        model: Who is asked; the prompt is ``baselines/graph_rag_elements``.
    """

    def __init__(self, model: PromptedModel) -> None:
        self.name = model.name
        self.failures = 0
        self._model = model

    def extract(self, passages: Sequence[Passage]) -> list[GraphElements]:
        """Return the elements of each passage, all asked in one batch."""
        texts = [{"passage": passage.text} for passage in passages]
        answers = self._model.ask("baselines/graph_rag_elements", PassageElements, texts)
        self.failures += sum(answer.value is None for answer in answers)
        return [
            GraphElements()
            if answer.value is None
            else GraphElements(
                tuple(_entities(answer.value, passage)), tuple(_relations(answer.value, passage))
            )
            for passage, answer in zip(passages, answers, strict=True)
        ]


def _entities(reply: PassageElements, passage: Passage) -> Iterator[EntityMention]:
    for entity in reply.entities:
        name, said = one_line(entity.name), SourcedText(one_line(entity.description), passage.turns)
        if name:
            yield EntityMention(name, one_line(entity.kind), said)


def _relations(reply: PassageElements, passage: Passage) -> Iterator[RelationMention]:
    for relation in reply.relations:
        source, target = one_line(relation.source), one_line(relation.target)
        said = SourcedText(one_line(relation.description), passage.turns)
        if source and target:
            yield RelationMention(source, target, said, relation.strength)
