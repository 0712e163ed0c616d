"""Question probes as JSONL, one question a line: what a stream memory is asked while it watches."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from streamrecall.corpora.json_fields import Field, read_jsonl
from streamrecall.records import Question


def write_probes(path: Path, questions: Iterable[Question]) -> int:
    """Write questions; return how many."""
    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for question in questions:
            file.write(json.dumps(asdict(question), ensure_ascii=False) + "\n")
            count += 1
    return count


def read_probes(path: Path) -> tuple[Question, ...]:
    """Read what ``write_probes`` wrote.

    Raises:
        DataError: If a line is malformed or a question id stands twice.
    """
    questions: dict[str, Question] = {}
    for row in read_jsonl(path):
        question = _probe(row)
        if question.question_id in questions:
            raise row.key("question_id").error(f"question {question.question_id!r} stands twice.")
        questions[question.question_id] = question
    return tuple(questions.values())


def in_stream_order(questions: Iterable[Question]) -> dict[str, Sequence[Question]]:
    """Return the questions of each dialogue in the order in which the stream meets them."""
    by_dialogue: dict[str, list[Question]] = {}
    for question in questions:
        by_dialogue.setdefault(question.dialogue_id, []).append(question)
    return {name: sorted(asked, key=lambda q: q.asked_after) for name, asked in by_dialogue.items()}


def _probe(row: Field) -> Question:
    asked_after = row.key("asked_after")
    if asked_after.integer() < 0:
        raise asked_after.error("expected a position from 0.")
    return Question(
        question_id=row.key("question_id").word(),
        dialogue_id=row.key("dialogue_id").word(),
        text=row.key("text").word(),
        asked_after=asked_after.integer(),
        category=row.key("category").text(),
        answer=row.key("answer").text(),
        evidence=row.key("evidence").texts(),
        entities=row.key("entities").texts(),
    )
