"""Judging the answers with a model, and trying what the judge lets pass (ProStream, appendix B.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pandas as pd

from streamrecall.metrics.answer_judge import (
    PROMPT,
    AnswerCase,
    AnswerJudge,
    AnswerJudgement,
    JudgedAnswer,
    needs_judge,
)
from streamrecall.metrics.answer_judge_stress import (
    choose_questions,
    match_key_entities,
    stress_answer_judge,
)
from streamrecall.params import AnswerScoreParameters, CallParameters
from streamrecall.pipelines.call_accounts import CallAccount, accounts_frame, result_provenance
from streamrecall.pipelines.chat_models import failure_budget, open_chat_model
from streamrecall.pipelines.memory_nodes import Rows
from streamrecall.pipelines.probe_nodes import SENSITIVITY, read_questions
from streamrecall.records import Answer
from streamrecall.reporting.markdown import render_table
from streamrecall.reporting.prostream import judge_stress
from streamrecall.serialization import from_plain, to_plain
from streamrecall.text.prompts import load_prompt

JudgeCases = Callable[[Sequence[AnswerCase]], list[JudgedAnswer]]


def is_judged(experiment: str) -> bool:
    """Whether the answers of an experiment are judged: Tables 3 to 5 have no judge."""
    return experiment != SENSITIVITY


def judge_answers(
    questions: Rows, answer_scores: AnswerScoreParameters, calls: CallParameters, answers: Rows
) -> tuple[Rows, pd.DataFrame]:
    """Return what the judge model says to every different answer, in one batch, and its calls.

    Equal answers to one question, from whatever memory, are judged once. Nothing is returned where no
    model judges.
    """
    if isinstance(answer_scores.judge, str):
        return [], accounts_frame([])
    asked = {question.question_id: question for question in read_questions(questions)}
    cases: dict[tuple[str, str], AnswerCase] = {}
    for row in answers:
        answer = from_plain(Answer, row["answer"])
        question = asked[row["question_id"]]
        said = "" if answer.failed else answer.text
        if is_judged(row["experiment"]) and needs_judge(question, said):
            key = question.question_id, said
            cases[key] = AnswerCase(question.question_id, question.text, question.answer, said)
    with open_answer_judge(answer_scores, calls) as judge:
        judged = judge(list(cases.values()))
    accounts = [
        CallAccount(
            "answer judgement",
            each.judgement.question_id,
            each.judgement.judged_by,
            each.provenance,
            each.judgement.failed,
        )
        for each in judged
    ]
    return [_row(each) for each in judged], accounts_frame(accounts)


def stress_answer_judges(
    questions: Rows, answer_scores: AnswerScoreParameters, calls: CallParameters
) -> tuple[pd.DataFrame, str]:
    """Return the share of reference, vague, empty and swapped answers that count as right.

    Key entity matching is always tried, the judge too where it is a model.
    """
    chosen = choose_questions(read_questions(questions), answer_scores.stress_questions)
    rows = []
    if len({question.answer for question in chosen}) > 1:
        rows += stress_answer_judge(match_key_entities(chosen), chosen)
        if not isinstance(answer_scores.judge, str):
            with open_answer_judge(answer_scores, calls) as judge:
                rows += stress_answer_judge(lambda cases: [each.judgement for each in judge(cases)], chosen)
    frame = judge_stress.answer_stress_frame(rows)
    return frame, render_table(frame, "Answers that count as right", judge_stress.NOTES)


def read_judgements(rows: Rows) -> dict[tuple[str, str], AnswerJudgement]:
    """Return the judgements by question id and answer."""
    found = (from_plain(AnswerJudgement, row["judgement"]) for row in rows)
    return {(each.question_id, each.answer): each for each in found}


@contextmanager
def open_answer_judge(parameters: AnswerScoreParameters, calls: CallParameters) -> Iterator[JudgeCases]:
    """Lend the judge model, and close it afterwards."""
    assert not isinstance(parameters.judge, str)
    with open_chat_model(parameters.judge, calls) as model:
        judge = AnswerJudge(
            model,
            load_prompt(calls.prompts, PROMPT),
            parameters.sampling.sampling(),
            thinking=parameters.thinking,
            retries=calls.retries,
            budget=failure_budget(calls),
        )
        yield judge.judge_all


def _row(judged: JudgedAnswer) -> dict[str, Any]:
    return {
        "question_id": judged.judgement.question_id,
        "judgement": to_plain(judged.judgement),
        "made_by": result_provenance(judged.provenance),
    }
