"""Notes and their relations from a chat model (A-Mem, sections 3.1 to 3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from streamrecall.baselines.steps.notes import Exchange, Note, Relation
from streamrecall.models.replies.prompted_model import PromptedModel
from streamrecall.models.replies.reply import Reply
from streamrecall.records import one_line
from streamrecall.text.tokens import truncate_tokens

_TURN_TOKENS = 2048
_CONTEXT_TOKENS = 64
_TERM_TOKENS = 16
_TERMS = 8


Place = Annotated[int, Field(ge=1)]
"""Place of a note in the list shown."""


class NoteReply(Reply):
    """What a model writes about one turn."""

    keywords: list[str]
    context: str = Field(min_length=1)
    tags: list[str]


class EvolvedReply(Reply):
    """How a near note reads from now on; ``number`` is its place in the list shown, from 1."""

    number: Place
    context: str = Field(min_length=1)
    tags: list[str]


class RelationReply(Reply):
    """Which of the near notes a new one belongs with, its tags now, and which of them change."""

    links: list[Place]
    tags: list[str]
    evolved: list[EvolvedReply]


class ChatNotes:
    """A-Mem's keeper of notes. What it writes is cut to a few terms and a short context.

    A note whose reply stays unusable is its turn alone; one whose relations do is left without links. Both
    count as failures, as the original goes on without them.

    Args:
        model: The model with its prompts ``baselines/a_mem_note`` and ``baselines/a_mem_links``.
    """

    writes_context = True

    def __init__(self, model: PromptedModel) -> None:
        self.name = model.name
        self.failures = 0
        self._model = model

    def describe(self, exchanges: Sequence[Exchange]) -> list[Note]:
        """Return one note per exchange, all asked in one batch."""
        texts = [
            {
                "before": "" if each.before is None else truncate_tokens(each.before.render(), _TURN_TOKENS),
                "turn": truncate_tokens(each.turn.render(), _TURN_TOKENS),
            }
            for each in exchanges
        ]
        answers = self._model.ask("baselines/a_mem_note", NoteReply, texts)
        notes = []
        for exchange, answer in zip(exchanges, answers, strict=True):
            note = Note(exchange.turn)
            if answer.value is None:
                self.failures += 1
            else:
                said = answer.value
                note = Note(exchange.turn, _terms(said.keywords), _terms(said.tags), _context(said.context))
            notes.append(note)
        return notes

    def relate(self, note: Note, nearest: Sequence[Note]) -> Relation:
        """Return what the model links and changes."""

        def check(reply: RelationReply) -> None:
            numbers = {*reply.links, *(each.number for each in reply.evolved)}
            if strange := sorted(number for number in numbers if not 1 <= number <= len(nearest)):
                raise ValueError(f"there is no note {strange[0]}; the notes are 1 to {len(nearest)}")

        listed = "\n\n".join(f"[{number}]\n{_shown(each)}" for number, each in enumerate(nearest, start=1))
        texts = [{"note": _shown(note), "near_notes": listed}]
        reply = self._model.ask("baselines/a_mem_links", RelationReply, texts, check=check)[0].value
        if reply is None:
            self.failures += 1
            return Relation(note)
        evolved = {
            each.number - 1: replace(
                nearest[each.number - 1],
                context=_context(each.context),
                tags=_terms(each.tags) or nearest[each.number - 1].tags,
            )
            for each in reply.evolved
        }
        links = tuple(number - 1 for number in dict.fromkeys(reply.links))
        return Relation(replace(note, tags=_terms(reply.tags) or note.tags), links, evolved)


def _terms(terms: Sequence[str]) -> tuple[str, ...]:
    cut = (one_line(truncate_tokens(term, _TERM_TOKENS)) for term in terms)
    return tuple(term for term in dict.fromkeys(cut) if term)[:_TERMS]


def _context(context: str) -> str:
    return one_line(truncate_tokens(context, _CONTEXT_TOKENS))


def _shown(note: Note) -> str:
    return truncate_tokens(note.render(), _TURN_TOKENS)
