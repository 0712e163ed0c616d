"""Verification by a chat model: it answers twice without the reference, then compares both with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from streamrecall.benchmark.stem.categories import Category
from streamrecall.benchmark.stem.claim_wording import CHOICES
from streamrecall.benchmark.stem.drafts import QuestionDraft
from streamrecall.benchmark.stem.replies import AnswerReply, ComparisonReply
from streamrecall.benchmark.stem.topic_stream import TopicStream
from streamrecall.benchmark.stem.verification import Verdict, Verification, evidence_lines, verified
from streamrecall.models.replies.ask import Answered
from streamrecall.models.replies.prompted_model import PromptedModel

FROM_EVIDENCE, FROM_QUESTION, COMPARISON = (
    "benchmark_annotation/stem_answer_from_evidence",
    "benchmark_annotation/stem_answer_from_question",
    "benchmark_annotation/stem_comparison",
)


class ModelVerifier:
    """Three calls a question: from the evidence, from the question alone, and the comparison.

    Args:
        model: Another chat model than the writer's.
    """

    def __init__(self, model: PromptedModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    def verify(
        self, drafts: Sequence[QuestionDraft], streams: Mapping[str, TopicStream]
    ) -> list[Verification]:
        """Return one verdict per draft, in order; replies that stay unusable give the verdict ``failed``.

        Raises:
            TooManyFailures: If the budget is exceeded.
            ModelError: If the model cannot be reached.
        """
        shown = [
            {"question": draft.text, "evidence": evidence_lines(draft, streams[draft.dialogue_id])}
            for draft in drafts
        ]
        informed = self._model.ask(FROM_EVIDENCE, AnswerReply, shown, check=_not_empty)
        questions = [{"question": draft.text} for draft in drafts]
        alone = self._model.ask(FROM_QUESTION, AnswerReply, questions, check=_not_empty)
        answered = [
            (draft, with_evidence.value.answer, without.value.answer)
            for draft, with_evidence, without in zip(drafts, informed, alone, strict=True)
            if with_evidence.value is not None and without.value is not None
        ]
        compared = self._model.ask(COMPARISON, ComparisonReply, [_comparison(*each) for each in answered])
        verdicts = {
            draft.question_id: self._verdict(draft, informed_answer, alone_answer, outcome)
            for (draft, informed_answer, alone_answer), outcome in zip(answered, compared, strict=True)
        }
        failures = {
            draft.question_id: with_evidence.failure or without.failure
            for draft, with_evidence, without in zip(drafts, informed, alone, strict=True)
        }
        return [
            verdicts.get(draft.question_id)
            or verified(draft, self.name, Verdict.FAILED, reason=failures[draft.question_id])
            for draft in drafts
        ]

    def _verdict(
        self, draft: QuestionDraft, informed: str, alone: str, outcome: Answered[ComparisonReply]
    ) -> Verification:
        found = {"from_evidence": informed, "from_question": alone}
        if outcome.value is None:
            return verified(draft, self.name, Verdict.FAILED, reason=outcome.failure, **found)
        verdict = Verdict.SUPPORTED
        if not outcome.value.from_evidence:
            verdict = Verdict.UNSUPPORTED
        elif outcome.value.from_question and not _may_be_guessed(draft):
            verdict = Verdict.GIVEN_AWAY
        return verified(draft, self.name, verdict, reason=outcome.value.reason, **found)


def _comparison(draft: QuestionDraft, informed: str, alone: str) -> dict[str, str]:
    return {
        "question": draft.text,
        "reference": draft.answer,
        "with_evidence": informed,
        "without_evidence": alone,
    }


def _may_be_guessed(draft: QuestionDraft) -> bool:
    """Whether a right answer without evidence says nothing: one of two choices, or that nobody said it."""
    chosen = draft.claim is not None and draft.claim.kind in CHOICES
    return chosen or draft.category is Category.ADVERSARIAL


def _not_empty(reply: AnswerReply) -> None:
    if not reply.answer:
        raise ValueError("the answer is empty")
