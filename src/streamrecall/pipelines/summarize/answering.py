"""Answering the questions from what each memory gave for them (ProStream, section 5.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd

from streamrecall.benchmark.question_runs import blind
from streamrecall.params import AnswererParameters, CallParameters, ProbeParameters
from streamrecall.pipelines.call_accounts import CallAccount, accounts_frame, result_provenance
from streamrecall.pipelines.memory_nodes import Rows
from streamrecall.pipelines.probe_nodes import BACKBONES, COMPARISON, read_questions
from streamrecall.pipelines.summarize.answerers import Answered, open_answerer
from streamrecall.progress import track
from streamrecall.prostream.extractive_answerer import ExtractiveAnswerer
from streamrecall.records import Answer, Memory, Question
from streamrecall.reporting.prostream.figure_5 import METHODS as BACKBONE_METHODS
from streamrecall.serialization import from_plain, to_plain

SECONDS = ("experiment", "method", "embedder", "answerer", "question_id", "answer_seconds")


def answer_questions(
    questions: Rows, probes: ProbeParameters, calls: CallParameters, *probed: Rows
) -> tuple[Rows, pd.DataFrame, pd.DataFrame]:
    """Return an answer to every question from every memory, the seconds each took, and the model calls.

    One node answers for all memories, so that a model is loaded once; the questions to one memory are one
    batch. The further backbones answer from the memories of Figure 5 (a) alone. Answerers see neither the
    expected answer nor the evidence.
    """
    asked = {question.question_id: question for question in read_questions(questions)}
    groups = by_method(probed)
    answers: Rows = []
    seconds: list[tuple[object, ...]] = []
    accounts: list[CallAccount] = []
    for place, answerer in enumerate((probes.answerer, *probes.backbones)):
        wanted = groups if not place else [rows for rows in groups if _is_of_figure_5(rows[0])]
        with open_answerer(answerer, probes, calls) as answer_cases:
            for rows in track(wanted, "answers, memory by memory"):
                found = iter(answer_cases(list(_cases(rows, asked))))
                for row in rows:
                    each = _without_memory(row, answerer) if row.get("failed") else next(found)
                    line = _line(row, each, BACKBONES if place else row["experiment"])
                    answers.append(line)
                    seconds.append(_seconds(line, each))
                    if each.made is not None:
                        accounts.append(_account(line, each))
    return answers, pd.DataFrame(seconds, columns=list(SECONDS)), accounts_frame(accounts)


def by_method(probed: Iterable[Rows]) -> list[Rows]:
    """Return the rows of each memory of each experiment together, in the order they came."""
    groups: dict[tuple[str, str, str], Rows] = {}
    for row in (row for rows in probed for row in rows):
        groups.setdefault((row["experiment"], row["method"], row["embedder"]), []).append(row)
    return list(groups.values())


def _is_of_figure_5(row: dict[str, Any]) -> bool:
    return row["experiment"] == COMPARISON and row["method"] in BACKBONE_METHODS


def _cases(rows: Rows, asked: dict[str, Question]) -> Iterable[tuple[Question, Memory]]:
    for row in (row for row in rows if not row.get("failed")):
        yield blind(asked[row["question_id"]]), from_plain(Memory, row["memory"])


def _without_memory(row: dict[str, Any], answerer: AnswererParameters) -> Answered:
    name = ExtractiveAnswerer.name if isinstance(answerer, str) else answerer.model
    return Answered(Answer(row["question_id"], name, "", failed=row["failed"]), 0.0)


def _line(row: dict[str, Any], found: Answered, experiment: str) -> dict[str, Any]:
    line = {
        "experiment": experiment,
        "method": row["method"],
        "embedder": row["embedder"],
        "question_id": row["question_id"],
        "answer": to_plain(found.answer),
    }
    return line if found.made is None else {**line, "made_by": result_provenance(found.made)}


def _seconds(line: dict[str, Any], found: Answered) -> tuple[object, ...]:
    place = (line["experiment"], line["method"], line["embedder"], found.answer.answerer)
    return (*place, line["question_id"], round(found.seconds, 6))


def _account(line: dict[str, Any], found: Answered) -> CallAccount:
    assert found.made is not None
    answer = found.answer
    return CallAccount(
        "answer", line["question_id"], answer.answerer, found.made, answer.failed, line["method"]
    )
