"""The questions of STEM-Bench as nodes: written, audited, verified, marked by experts, counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pandas as pd
from kedro.pipeline import Pipeline, node

from streamrecall.benchmark.record_tables import from_table, to_table
from streamrecall.benchmark.stem.audits import audit_questions
from streamrecall.benchmark.stem.categories import Category
from streamrecall.benchmark.stem.drafts import QuestionDraft, StemLoss, loss_of
from streamrecall.benchmark.stem.expert_marks import ExpertMark, check_known, ratings, rejected_by_majority
from streamrecall.benchmark.stem.expert_sheet import draw_sheet, write_sheet
from streamrecall.benchmark.stem.extractive_verifier import ExtractiveVerifier
from streamrecall.benchmark.stem.model_verifier import ModelVerifier
from streamrecall.benchmark.stem.model_writer import ModelQuestionWriter
from streamrecall.benchmark.stem.question_writer import QuestionWriter, WritingPlan
from streamrecall.benchmark.stem.quotas import keep_quotas
from streamrecall.benchmark.stem.rule_based_writer import RuleBasedQuestionWriter
from streamrecall.benchmark.stem.topic_stream import TopicStream, topic_streams
from streamrecall.benchmark.stem.verification import QuestionVerifier, Verification
from streamrecall.corpora.turn_table import dialogues_of
from streamrecall.params import CallParameters, StemQuestionParameters
from streamrecall.pipelines.benchmark_annotation.stem import NAMESPACE
from streamrecall.pipelines.chat_models import failure_budget, open_chat_model, open_prompted_model
from streamrecall.prostream.extractive_answerer import ExtractiveAnswerer
from streamrecall.quality.stem_facts import question_facts
from streamrecall.records import Question, Topic
from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.markdown import render_table
from streamrecall.reporting.stem import expert_agreement, statistics
from streamrecall.reporting.stem.sheet_page import render_sheet_page
from streamrecall.serialization import from_plain, to_plain

Rows = list[dict[str, Any]]
COMMAND = "uv run kedro run --pipelines=ingest,benchmark_annotation"
_QUESTIONS = f"params:{NAMESPACE}.questions"
_CALLS = "params:calls"
_VERIFIER_COVERAGE = 0.2  # the evidence is there; only what the question says about asking is not in it
_STREAM = ("stem_turns", "stem_topics")


def stem_question_nodes() -> Pipeline:
    """Return the nodes that make ``stem_questions`` of ``stem_turns`` and ``stem_topics``."""
    nodes = Pipeline(
        [
            node(
                write_questions,
                [*_STREAM, _QUESTIONS, _CALLS],
                ["stem_drafts", "stem_writing_losses"],
                name="write_questions",
                tags="gpu",
            ),
            node(
                audit_drafts,
                ["stem_drafts", *_STREAM, _QUESTIONS],
                ["stem_audited", "stem_audit_losses"],
                name="audit_drafts",
            ),
            node(
                verify_drafts,
                ["stem_audited", *_STREAM, _QUESTIONS, _CALLS],
                ["stem_verified", "stem_verification"],
                name="verify_drafts",
                tags="gpu",
            ),
            node(
                draw_expert_sheet,
                ["stem_verified", *_STREAM, _QUESTIONS],
                ["stem_sheet", "stem_sheet_page"],
                name="draw_expert_sheet",
            ),
            node(
                settle_questions,
                ["stem_audited", "stem_verified", "stem_verification", "stem_marks", "stem_turns"],
                ["stem_settled", "stem_question_facts", "stem_settling_losses"],
                name="settle_questions",
            ),
            node(
                gather_losses,
                ["stem_writing_losses", "stem_audit_losses", "stem_settling_losses"],
                "stem_losses",
                name="gather_stem_losses",
            ),
            node(
                publish_questions,
                ["stem_settled", "stem_question_facts"],
                "stem_questions",
                name="publish_questions",
            ),
            node(
                tabulate_statistics,
                {
                    "questions": "stem_questions",
                    "turns": "stem_turns",
                    "topics": "stem_topics",
                    "drafts": "stem_drafts",
                    "losses": "stem_losses",
                    "facts": "stem_question_facts",
                    "expected": "stem_expected",
                },
                ["stem_statistics", "stem_flow", "stem_statistics_page"],
                name="tabulate_stem_statistics",
            ),
            node(
                tabulate_agreement,
                ["stem_marks", "stem_expected"],
                ["stem_agreement", "stem_agreement_page"],
                name="tabulate_stem_agreement",
            ),
        ]
    )
    return Pipeline(
        [nodes], namespace=NAMESPACE, prefix_datasets_with_namespace=False, parameters={_CALLS: _CALLS}
    )


def write_questions(
    turns: pd.DataFrame, topics: Rows, questions: StemQuestionParameters, calls: CallParameters
) -> tuple[Rows, pd.DataFrame]:
    """Return the drafts of every stream, and what a model could not write."""
    with _open_writer(questions, calls) as writer:
        written = writer.write(list(_streams(turns, topics).values()), _plan(questions))
    return [to_plain(draft) for draft in written.drafts], to_table(written.losses, StemLoss)


def audit_drafts(
    drafts: Rows, turns: pd.DataFrame, topics: Rows, questions: StemQuestionParameters
) -> tuple[Rows, pd.DataFrame]:
    """Return the drafts that pass every check, as many as are wanted, and the others with the reason."""
    streams = _streams(turns, topics)
    audited = audit_questions(_read_drafts(drafts), streams)
    kept = keep_quotas(audited.accepted, streams, _plan(questions))
    losses = to_table((*audited.losses, *kept.losses), StemLoss)
    return [to_plain(draft) for draft in kept.accepted], losses


def verify_drafts(
    drafts: Rows, turns: pd.DataFrame, topics: Rows, questions: StemQuestionParameters, calls: CallParameters
) -> tuple[Rows, pd.DataFrame]:
    """Return the drafts that survive the second reader, and the verdict on each."""
    audited = _read_drafts(drafts)
    with _open_verifier(questions, calls) as verifier:
        verdicts = verifier.verify(audited, _streams(turns, topics))
    survived = [
        draft
        for draft, each in zip(audited, verdicts, strict=True)
        if each.verdict not in questions.refused_verdicts
    ]
    return [to_plain(draft) for draft in survived], to_table(verdicts, Verification)


def draw_expert_sheet(
    drafts: Rows, turns: pd.DataFrame, topics: Rows, questions: StemQuestionParameters
) -> tuple[str, str]:
    """Return a random subsample for experts, as a sheet and as a page."""
    sheet = questions.sheet
    rows = draw_sheet(_read_drafts(drafts), _streams(turns, topics), sheet.questions, sheet.seed)
    return write_sheet(rows), render_sheet_page(rows)


def settle_questions(
    audited: Rows,
    verified: Rows,
    verification: pd.DataFrame,
    marks: tuple[ExpertMark, ...],
    turns: pd.DataFrame,
) -> tuple[Rows, pd.DataFrame, pd.DataFrame]:
    """Return the questions that stand, the facts their suite checks, and those that were refused.

    Raises:
        DataError: If a mark is on a question that is not there.
    """
    before, drafts = _read_drafts(audited), _read_drafts(verified)
    check_known(marks, {draft.question_id for draft in drafts})
    verdicts = {each.question_id: each for each in from_table(verification, Verification)}
    survived = {draft.question_id for draft in drafts}
    rejected = rejected_by_majority(ratings(marks))
    losses = [
        loss_of(
            draft, "verification", verdicts[draft.question_id].verdict, verdicts[draft.question_id].reason
        )
        for draft in before
        if draft.question_id not in survived
    ]
    losses += [
        loss_of(draft, "experts", "majority", "more experts reject it than accept it")
        for draft in drafts
        if draft.question_id in rejected
    ]
    settled = [draft.question() for draft in drafts if draft.question_id not in rejected]
    facts = question_facts(settled, dialogues_of(turns).values())
    return [to_plain(question) for question in settled], facts, to_table(losses, StemLoss)


def gather_losses(writing: pd.DataFrame, audit: pd.DataFrame, settling: pd.DataFrame) -> pd.DataFrame:
    """Return everything that was lost, in the order of the steps."""
    losses = [loss for frame in (writing, audit, settling) for loss in from_table(frame, StemLoss)]
    return to_table(losses, StemLoss)


def publish_questions(settled: Rows, facts: pd.DataFrame) -> Rows:
    """Return the questions; the facts are an argument so that nothing unchecked goes on."""
    return settled


def tabulate_statistics(
    *,
    questions: Rows,
    turns: pd.DataFrame,
    topics: Rows,
    drafts: Rows,
    losses: pd.DataFrame,
    facts: pd.DataFrame,
    expected: ExpectedValues,
) -> tuple[pd.DataFrame, pd.DataFrame, str]:
    """Return the size of the benchmark beside the paper's, and what became of every draft."""
    asked = [from_plain(Question, row) for row in questions]
    size = statistics.statistics_table(asked, len(turns), len(topics), expected)
    flow = statistics.flow_table([row["category"] for row in drafts], losses, facts)
    writers = ", ".join(sorted({row["writer"] for row in drafts})) or "nobody"
    title = expected.titles[1]
    notes = (f"Questions written by: {writers}.", *expected.notes)
    page = render_table(size, title, notes, decimals=1, command=COMMAND)
    checks = losses.groupby(["step", "check", "category"]).size().reset_index(name="questions")
    return (
        size,
        flow,
        "\n".join(
            [
                page,
                render_table(flow, "From drafts to questions", statistics.FLOW_NOTES, decimals=1),
                render_table(checks, "What was refused, by check"),
            ]
        ),
    )


def tabulate_agreement(marks: tuple[ExpertMark, ...], expected: ExpectedValues) -> tuple[pd.DataFrame, str]:
    """Return how far the experts agree."""
    table = expert_agreement.expert_agreement_table(ratings(marks), expected)
    return table, render_table(table, expected.titles[2], expert_agreement.NOTES, command=COMMAND)


def _streams(turns: pd.DataFrame, topics: Rows) -> dict[str, TopicStream]:
    return topic_streams(dialogues_of(turns).values(), [from_plain(Topic, row) for row in topics])


def _read_drafts(rows: Rows) -> Sequence[QuestionDraft]:
    return [from_plain(QuestionDraft, row) for row in rows]


def _plan(questions: StemQuestionParameters) -> WritingPlan:
    densities = questions.per_thousand_turns.model_dump()
    return WritingPlan(
        {Category(name): float(density) for name, density in densities.items()},
        questions.surplus,
        questions.seed,
    )


@contextmanager
def _open_writer(questions: StemQuestionParameters, calls: CallParameters) -> Iterator[QuestionWriter]:
    if questions.writer == "offline":
        yield RuleBasedQuestionWriter()
        return
    with open_chat_model(questions.writer, calls) as model:
        yield ModelQuestionWriter(
            model,
            calls.prompts,
            questions.sampling.sampling(),
            retries=calls.retries,
            budget=failure_budget(calls),
        )


@contextmanager
def _open_verifier(questions: StemQuestionParameters, calls: CallParameters) -> Iterator[QuestionVerifier]:
    if questions.verifier == "offline":
        yield ExtractiveVerifier(ExtractiveAnswerer(_VERIFIER_COVERAGE))
        return
    with open_prompted_model(questions.verifier, questions.sampling, calls) as model:
        yield ModelVerifier(model)
