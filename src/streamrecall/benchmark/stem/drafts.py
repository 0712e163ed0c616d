"""Questions before they are accepted: what a writer claims, and what was refused with the reason."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import blake2b

from streamrecall.benchmark.stem.categories import Category
from streamrecall.benchmark.stem.claims import Claim
from streamrecall.benchmark.stem.topic_stream import TopicStream
from streamrecall.errors import DataError, LookAheadError
from streamrecall.records import Question

STEM_STEPS = ("writing", "audit", "quota", "verification", "experts")
"""Where a question can be lost, in order."""


@dataclass(frozen=True, slots=True)
class QuestionDraft:
    """A question with its answer and evidence, as a writer proposes it.

    Attributes:
        question_id: Made of the content, once the draft is checked.
        asked_after: Index of the trigger turn; evidence lies strictly before it (section 3.3).
        evidence: Turn ids, in the order of the stream.
        entities: What an answer must name to be right.
        predicate: Words that nobody but the one asked about may say, where the question rests on such.
        claim: What is counted or ordered, where code computed the answer.
        about: Who is asked about, where it is one speaker.
    """

    dialogue_id: str
    category: Category
    text: str
    answer: str
    evidence: tuple[str, ...]
    entities: tuple[str, ...]
    asked_after: int
    writer: str
    question_id: str = ""
    predicate: str = ""
    claim: Claim | None = None
    about: str = ""

    @property
    def place(self) -> str:
        """Where a message says that it is."""
        return f"question {self.text!r} of dialogue {self.dialogue_id!r}"

    def question(self) -> Question:
        """Return it in the form in which memories are probed."""
        return Question(
            question_id=self.question_id,
            dialogue_id=self.dialogue_id,
            text=self.text,
            asked_after=self.asked_after,
            category=str(self.category),
            answer=self.answer,
            evidence=self.evidence,
            entities=self.entities,
        )


@dataclass(frozen=True, slots=True)
class StemLoss:
    """A question that was refused, or that a model failed to write or to verify.

    Attributes:
        step: One of ``STEM_STEPS``.
        check: Which check refused it.
    """

    step: str
    check: str
    dialogue_id: str
    category: str
    question_id: str
    text: str
    reason: str


def loss_of(draft: QuestionDraft, step: str, check: str, reason: str) -> StemLoss:
    """Return what a draft was refused for."""
    return StemLoss(
        step, check, draft.dialogue_id, str(draft.category), draft.question_id, draft.text, reason
    )


def named_by_content(draft: QuestionDraft) -> QuestionDraft:
    """Return the draft with an id made of what it says: a mark on it never falls on another question."""
    content = (draft.text, draft.answer, str(draft.asked_after), *draft.evidence)
    digest = blake2b("\0".join(content).encode(), digest_size=5).hexdigest()
    return replace(draft, question_id=f"{draft.dialogue_id}.{draft.category}.{digest}")


def draft_question(stream: TopicStream, draft: QuestionDraft) -> QuestionDraft:
    """Return the draft with its evidence in stream order, each turn once, and named by its content.

    Raises:
        DataError: If the draft is of another dialogue, names a turn that the dialogue lacks, or is asked
            outside it.
        LookAheadError: If evidence does not lie strictly before the trigger turn.
    """
    if draft.dialogue_id != stream.dialogue_id:
        raise DataError(f"{draft.place} is not of dialogue {stream.dialogue_id!r}.")
    if not 0 <= draft.asked_after < len(stream):
        raise DataError(
            f"{draft.place} is asked after turn {draft.asked_after}, but dialogue"
            f" {stream.dialogue_id!r} has {len(stream)} turns."
        )
    for turn_id in draft.evidence:
        if turn_id not in stream.positions:
            raise DataError(f"{draft.place}: no turn {turn_id!r} in dialogue {stream.dialogue_id!r}.")
        if stream.positions[turn_id] >= draft.asked_after:
            raise LookAheadError(
                f"{draft.place} is triggered at turn {draft.asked_after}, but its evidence"
                f" {turn_id!r} is turn {stream.positions[turn_id]}; evidence lies strictly before it."
            )
    evidence = tuple(sorted(set(draft.evidence), key=stream.positions.__getitem__))
    return named_by_content(replace(draft, evidence=evidence))
