"""Verification: a second reader answers from the evidence alone and from the question alone (section 3.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from streamrecall.benchmark.stem.drafts import QuestionDraft
from streamrecall.benchmark.stem.topic_stream import TopicStream


class Verdict(StrEnum):
    """What became of a question.

    Attributes:
        SUPPORTED: The evidence alone gives the answer, the question alone does not.
        UNSUPPORTED: The evidence alone does not give the answer.
        GIVEN_AWAY: The question alone gives it.
        NOT_JUDGED: The verifier cannot judge this kind of question.
        FAILED: A model's reply could not be used.
    """

    SUPPORTED = "supported"
    UNSUPPORTED = "unsupported"
    GIVEN_AWAY = "given away"
    NOT_JUDGED = "not judged"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Verification:
    """The verdict on one question and what it rests on.

    Attributes:
        from_evidence: The answer that the evidence gave.
        from_question: The answer that the question alone gave.
        reason: The verifier's own, or what is wrong with its reply.
    """

    question_id: str
    dialogue_id: str
    category: str
    verifier: str
    verdict: Verdict
    from_evidence: str = ""
    from_question: str = ""
    reason: str = ""


class QuestionVerifier(Protocol):
    """Judges questions that passed the audits; another model than the one that wrote them."""

    @property
    def name(self) -> str:
        """How tables call it."""
        ...

    def verify(
        self, drafts: Sequence[QuestionDraft], streams: Mapping[str, TopicStream]
    ) -> list[Verification]:
        """Return one verdict per draft, in order."""
        ...


def verified(draft: QuestionDraft, verifier: str, verdict: Verdict, **found: str) -> Verification:
    """Return the verification of a draft."""
    return Verification(draft.question_id, draft.dialogue_id, str(draft.category), verifier, verdict, **found)


def evidence_lines(draft: QuestionDraft, stream: TopicStream) -> str:
    """Return the evidence as its reader sees it: one line per turn, with its date where there is one."""
    turns = [stream.turn(turn_id) for turn_id in draft.evidence]
    return "".join(
        f"[{turn.date}] {turn.render()}\n" if turn.date else f"{turn.render()}\n" for turn in turns
    )
