"""What LoCoMo and REALTALK share: sessions as numbered keys, and questions that cite turn ids."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from streamrecall.corpora.corpus import EvidenceReference
from streamrecall.corpora.evidence_ids import EvidenceResolver
from streamrecall.corpora.json_fields import Field
from streamrecall.corpora.stream_builder import OddityCounter
from streamrecall.records import Dialogue, Question

_SESSION = re.compile(r"session_(\d{1,9})")
_DATE = re.compile(r"(session_\d{1,9})_date_time")


@dataclass(frozen=True, slots=True)
class NumberedSession:
    """One ``session_N`` with its ``session_N_date_time``, where it has one."""

    name: str
    date_time: str | None
    turns: tuple[Field, ...]


def numbered_sessions(conversation: Field, oddities: OddityCounter) -> list[NumberedSession]:
    """Return the sessions of a conversation in the order of their numbers, whatever order the keys have.

    Dates without a session, sessions without a date and sessions without turns are counted.
    """
    found: dict[int, NumberedSession] = {}
    dates: dict[str, str] = {}
    for key, field in conversation.entries():
        if match := _DATE.fullmatch(key):
            dates[match[1]] = field.text()
    for key, field in conversation.entries():
        if match := _SESSION.fullmatch(key):
            number = int(match[1])
            if number in found:
                raise field.error(f"session {number} stands twice.")
            found[number] = NumberedSession(key, dates.pop(key, None), tuple(field.items()))
    for name in dates:
        oddities.note("date without a session", name)
    for session in found.values():
        if session.date_time is None:
            oddities.note("session without a date", session.name)
        if not session.turns:
            oddities.note("session without turns", session.name)
    if not any(session.turns for session in found.values()):
        raise conversation.error("no session with turns: expected lists under 'session_1', 'session_2', ...")
    return [found[number] for number in sorted(found)]


def read_questions(
    qa: Field,
    dialogue: Dialogue,
    categories: dict[int, str],
    resolver: EvidenceResolver,
    oddities: OddityCounter,
) -> tuple[list[Question], list[EvidenceReference]]:
    """Read a ``qa`` list; every question is asked after the dialogue's last turn.

    An adversarial question (LoCoMo) has no ``answer``: right is to say that it was never mentioned, and
    the misleading ``adversarial_answer`` is left aside.
    """
    questions: list[Question] = []
    references: list[EvidenceReference] = []
    for position, row in enumerate(qa.items()):
        question_id = f"{dialogue.dialogue_id}.q{position}"
        answer, category = row.optional("answer"), row.key("category")
        if category.integer() not in categories:
            raise category.error(f"expected a category in {sorted(categories)}, found {category.integer()}.")
        if answer is None:
            oddities.note("question without an answer", question_id)
        elif not isinstance(answer.value, str):
            oddities.note("answer that is a number", question_id)
        resolutions = [resolver.resolve(entry.text()) for entry in row.key("evidence").items()]
        if not resolutions:
            oddities.note("question without evidence", question_id)
        references += [EvidenceReference(dialogue.dialogue_id, question_id, r) for r in resolutions]
        questions.append(
            Question(
                question_id=question_id,
                dialogue_id=dialogue.dialogue_id,
                text=row.key("question").word(),
                asked_after=len(dialogue.turns) - 1,
                category=categories[category.integer()],
                answer="" if answer is None else answer.scalar(),
                evidence=tuple(dict.fromkeys(turn for r in resolutions for turn in r.turn_ids)),
            )
        )
    for text, count in Counter(question.text for question in questions).items():
        if count > 1:
            oddities.note("question asked again", text, count - 1)
    return questions, references
