"""The LLM judge of answers: a score in [0, 1] against the reference answer (ProStream, appendix B.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from streamrecall.models.replies.ask import RETRIES, Answered, Ask, ask_all
from streamrecall.models.replies.failure import FailureBudget
from streamrecall.models.replies.judgements import AnswerVerdict
from streamrecall.ports import ChatModel
from streamrecall.records import ChatRequest, Provenance, Question, Sampling
from streamrecall.text.prompts import Prompt

ACCEPTED = 0.5
"""Least score at which an answer counts as right where only right and wrong are counted."""

PROMPT = "evaluate/answer_accuracy"


@dataclass(frozen=True, slots=True)
class AnswerCase:
    """An answer to be judged; ``answer`` may be empty, ``reference`` may not."""

    question_id: str
    question: str
    reference: str
    answer: str


@dataclass(frozen=True, slots=True)
class AnswerJudgement:
    """What the judge said to one answer.

    Attributes:
        answer: The judged text; together with the question's id it names the case.
        score: In [0, 1]; 0 where the judge gave no usable reply.
        failed: Why there is no usable reply; empty where there is.
    """

    question_id: str
    answer: str
    score: float
    reason: str
    judged_by: str
    failed: str = ""


AnswerJudgements = Mapping[tuple[str, str], AnswerJudgement]
"""By question id and answer."""


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """A judgement and what made it."""

    judgement: AnswerJudgement
    provenance: Provenance


class AnswerJudge:
    """Scores answers with a language model that sees question, reference and answer.

    Args:
        model: The judge; tables show its name.
        prompt: ``evaluate/answer_accuracy``.
        sampling: How it decodes.
        thinking: Whether a model that can think should.
        retries: Times an unusable reply is asked for again.
        budget: Stops the run above a share of failures.
    """

    def __init__(
        self,
        model: ChatModel,
        prompt: Prompt,
        sampling: Sampling | None = None,
        *,
        thinking: bool = False,
        retries: int = RETRIES,
        budget: FailureBudget | None = None,
    ) -> None:
        self.name = model.name
        self._model = model
        self._prompt = prompt
        self._sampling = sampling or Sampling(max_tokens=512)
        self._thinking = thinking
        self._retries = retries
        self._budget = budget

    def judge_all(self, cases: Sequence[AnswerCase]) -> list[JudgedAnswer]:
        """Return one judgement per case with what made it, all asked in one batch.

        Raises:
            TooManyFailures: If the budget of failures is exceeded.
            ModelError: If the model cannot be reached.
        """
        asks = [self._ask(case) for case in cases]
        replies = ask_all(self._model, asks, retries=self._retries, budget=self._budget)
        return [
            JudgedAnswer(
                self._judgement(case, reply),
                reply.provenance(self._model, self._prompt.hash, self._sampling),
            )
            for case, reply in zip(cases, replies, strict=True)
        ]

    def _ask(self, case: AnswerCase) -> Ask[AnswerVerdict]:
        texts = {
            "question": case.question,
            "reference": case.reference,
            "answer": case.answer or "(there is no answer)",
        }
        request = ChatRequest(
            self._prompt.render(texts),
            self._sampling,
            thinking=self._thinking,
            prompt_hash=self._prompt.hash,
        )
        return Ask(request, AnswerVerdict)

    def _judgement(self, case: AnswerCase, reply: Answered[AnswerVerdict]) -> AnswerJudgement:
        score, reason = (0.0, "") if reply.value is None else (reply.value.score, reply.value.reason)
        return AnswerJudgement(case.question_id, case.answer, score, reason, self.name, reply.failure)


def needs_judge(question: Question, said: str) -> bool:
    """Whether a judge is asked: there is a reference to judge by, and an answer."""
    return bool(question.answer and said)


def judge_cells(
    question: Question, said: str, abstained: bool, judgements: AnswerJudgements
) -> dict[str, object]:
    """Return the columns of the judge for one answer; None without judgements.

    Without an answer the score is 0, and without a reference it is whether the answerer abstained, both
    without a call. A judgement that failed scores 0 and is marked.
    """
    if not judgements:
        return {"judge": None, "judge_failed": None, "judged_by": ""}
    judged_by = next(iter(judgements.values())).judged_by
    if not needs_judge(question, said):
        score = 0.0 if question.answer else float(abstained)
        return {"judge": score, "judge_failed": "", "judged_by": judged_by}
    found = judgements[question.question_id, said]
    return {"judge": found.score, "judge_failed": found.failed, "judged_by": judged_by}
