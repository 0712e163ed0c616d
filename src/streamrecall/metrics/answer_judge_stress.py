"""What a judge of answers lets pass: the share of vague, empty and swapped answers it accepts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from streamrecall.metrics.answer_judge import ACCEPTED, AnswerCase, AnswerJudgement
from streamrecall.metrics.key_entity_matching import key_entities, key_entity_matching
from streamrecall.records import Question

REFERENCE = "reference"
ANSWERS = (REFERENCE, "vague", "empty", "swapped")
VAGUE = "They talked about it earlier, and it went the way they said."
OFFLINE = "key entity matching"

JudgeAnswers = Callable[[Sequence[AnswerCase]], Sequence[AnswerJudgement]]


@dataclass(frozen=True, slots=True)
class AnswerStressRow:
    """What a judge makes of one kind of answer.

    Attributes:
        answer: One of ``ANSWERS``; ``reference`` alone should be accepted.
        accepted: Answers that score at least ``ACCEPTED``.
        failed: Cases without a usable reply; they count as not accepted.
    """

    scored_by: str
    answer: str
    questions: int
    accepted: int
    mean_score: float
    failed: int

    @property
    def accepted_share(self) -> float:
        """Share of the answers accepted."""
        return self.accepted / self.questions


def stress_answer_judge(judge: JudgeAnswers, questions: Sequence[Question]) -> list[AnswerStressRow]:
    """Return one row per kind of answer.

    A swapped answer is the reference of another question of the same list, half the list away, and never
    one that reads the same.

    Args:
        judge: Judges cases.
        questions: With reference answers, at least two of which differ.

    Raises:
        ValueError: If all references read the same.
    """
    if len({question.answer for question in questions}) < 2:
        raise ValueError("a stress test swaps answers between questions and needs two different ones")
    rows = []
    for kind in ANSWERS:
        cases = [
            AnswerCase(question.question_id, question.text, question.answer, _answer(kind, place, questions))
            for place, question in enumerate(questions)
        ]
        found = judge(cases)
        rows.append(
            AnswerStressRow(
                scored_by=found[0].judged_by,
                answer=kind,
                questions=len(found),
                accepted=sum(each.score >= ACCEPTED and not each.failed for each in found),
                mean_score=fmean(each.score for each in found),
                failed=sum(bool(each.failed) for each in found),
            )
        )
    return rows


def choose_questions(questions: Sequence[Question], most: int) -> list[Question]:
    """Return at most ``most`` questions with a reference answer, evenly spread over the list."""
    answerable = [question for question in questions if question.answer]
    if len(answerable) <= most:
        return answerable
    return [answerable[place * len(answerable) // most] for place in range(most)]


def match_key_entities(questions: Sequence[Question]) -> JudgeAnswers:
    """Return the offline stand-in of a judge: an answer is right where it holds every key entity."""
    asked = {question.question_id: question for question in questions}

    def judge(cases: Sequence[AnswerCase]) -> list[AnswerJudgement]:
        found = []
        for case in cases:
            entities = asked[case.question_id].entities or key_entities(case.reference)
            score = float(key_entity_matching(case.answer, entities) is True)
            found.append(AnswerJudgement(case.question_id, case.answer, score, "", OFFLINE))
        return found

    return judge


def _answer(kind: str, place: int, questions: Sequence[Question]) -> str:
    if kind == REFERENCE:
        return questions[place].answer
    if kind == "swapped":
        start = (place + len(questions) // 2) % len(questions)
        turned = [*questions[start:], *questions[:start]]
        return next(other.answer for other in turned if other.answer != questions[place].answer)
    return VAGUE if kind == "vague" else ""
