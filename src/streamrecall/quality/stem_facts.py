"""One row of plain facts per question of STEM-Bench, read from the questions and turns themselves."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from streamrecall.benchmark.stem.categories import LEAST_EVIDENCE, Category
from streamrecall.records import Dialogue, Question

QUESTION_COLUMNS = (
    "question_id",
    "dialogue_id",
    "category",
    "text",
    "answer",
    "asked_after",
    "asked_inside",
    "evidence_turns",
    "evidence_enough",
    "evidence_known",
    "evidence_before_trigger",
    "evidence_distinct",
    "entities",
    "nearest_evidence",
)


def question_facts(questions: Iterable[Question], dialogues: Iterable[Dialogue]) -> pd.DataFrame:
    """Return one row per question: is its evidence there, of its own dialogue, and before its trigger?

    ``nearest_evidence`` is the distance in turns from the last evidence to the trigger; missing where none
    of the evidence is known.
    """
    positions = {d.dialogue_id: {turn.turn_id: turn.index for turn in d.turns} for d in dialogues}
    rows = []
    for question in questions:
        known = positions.get(question.dialogue_id, {})
        found = [known[turn_id] for turn_id in question.evidence if turn_id in known]
        rows.append(
            (
                question.question_id,
                question.dialogue_id,
                question.category,
                question.text,
                question.answer,
                question.asked_after,
                0 <= question.asked_after < len(known),
                len(question.evidence),
                len(question.evidence) >= _least(question.category),
                len(found) == len(question.evidence),
                all(index < question.asked_after for index in found),
                len(set(question.evidence)) == len(question.evidence),
                len(question.entities),
                question.asked_after - max(found) if found else None,
            )
        )
    return pd.DataFrame.from_records(rows, columns=list(QUESTION_COLUMNS)).astype(
        {"nearest_evidence": "Int64"}
    )


def _least(category: str) -> int:
    return LEAST_EVIDENCE[Category(category)] if category in set(Category) else 1
