"""One row of scores per question and memory: the columns of ProStream's tables, and what explains them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from streamrecall.benchmark.question_runs import ProbeRun
from streamrecall.metrics.answer_judge import AnswerJudgements, judge_cells
from streamrecall.metrics.answer_length import answer_length
from streamrecall.metrics.bert_score import BertScorer
from streamrecall.metrics.bleu import bleu_4
from streamrecall.metrics.evidence_recall import evidence_f1, evidence_recall
from streamrecall.metrics.evidence_similarity import evidence_similarity
from streamrecall.metrics.key_entity_matching import key_entities, key_entity_matching
from streamrecall.metrics.rouge_l import rouge_l
from streamrecall.ports import Embedder
from streamrecall.records import Turn

Row = dict[str, Any]

ANSWER_COLUMNS = (
    "method", "answerer", "dialogue_id", "question_id", "category", "question", "answer", "reference",
    "abstained", "failed", "context_tokens", "budget", "answer_tokens", "bleu_4", "rouge_l", "bert_score",
    "kem", "evidence_recall", "evidence_f1", "evidence_similarity", "judge", "judge_failed", "judged_by",
    "observe_seconds", "recall_seconds", "answer_seconds", "query_seconds",
)  # fmt: skip


def answer_rows(
    runs: Sequence[ProbeRun],
    turns: Mapping[tuple[str, str], Turn],
    *,
    embedder: Embedder | None = None,
    bert_scorer: BertScorer | None = None,
    judgements: AnswerJudgements | None = None,
) -> list[Row]:
    """Return the rows of ``ANSWER_COLUMNS``, one per run, in the same order.

    Where a question has no reference answer, as the adversarial ones of LoCoMo, the right thing is to say so:
    KEM is then whether the answerer abstained, and the text scores are None. Evidence scores are None
    without evidence, and those of a model that was not given are None throughout.

    Args:
        runs: What was asked and answered.
        turns: By dialogue id and turn id.
        embedder: For the evidence similarity.
        bert_scorer: For BERTScore; its F measure is reported.
        judgements: What a judge said; without any the columns of the judge stay blank.
    """
    rows = [_row(run, turns, embedder, judgements or {}) for run in runs]
    if bert_scorer is not None:
        answered = [row for row in rows if row["reference"]]
        scores = bert_scorer.score(
            [row["answer"] for row in answered], [row["reference"] for row in answered]
        )
        for row, score in zip(answered, scores, strict=True):
            row["bert_score"] = score.f1
    return rows


def _row(
    run: ProbeRun,
    turns: Mapping[tuple[str, str], Turn],
    embedder: Embedder | None,
    judgements: AnswerJudgements,
) -> Row:
    question, memory, answer = run.question, run.memory, run.answer
    reference = question.answer
    said = "" if answer.failed else answer.text
    kem: bool | None = answer.abstained
    if reference:
        kem = key_entity_matching(said, question.entities or key_entities(reference))
    similarity = None
    spoken = {turn_id: turns[question.dialogue_id, turn_id] for turn_id in question.evidence}
    if embedder is not None:
        evidence = [spoken[turn_id].render() for turn_id in question.evidence]
        similarity = evidence_similarity(memory, evidence, embedder)
    return {
        "method": memory.method,
        "answerer": answer.answerer,
        "dialogue_id": question.dialogue_id,
        "question_id": question.question_id,
        "category": question.category,
        "question": question.text,
        "answer": said,
        "reference": reference,
        "abstained": answer.abstained,
        "failed": answer.failed,
        "context_tokens": memory.tokens,
        "budget": memory.budget,
        "answer_tokens": answer_length(said),
        "bleu_4": bleu_4(said, reference) if reference else None,
        "rouge_l": rouge_l(said, reference) if reference else None,
        "bert_score": None,
        "kem": None if kem is None else float(kem),
        "evidence_recall": evidence_recall(memory, question.evidence, spoken),
        "evidence_f1": evidence_f1(memory, question.evidence, spoken),
        "evidence_similarity": similarity,
        **judge_cells(question, said, answer.abstained, judgements),
        "observe_seconds": run.observe_seconds,
        "recall_seconds": run.recall_seconds,
        "answer_seconds": run.answer_seconds,
        "query_seconds": run.query_seconds,
    }
