"""What a model is asked to reply when it writes or checks questions."""

from __future__ import annotations

from streamrecall.models.replies.reply import Reply


class QuestionReply(Reply):
    """A question of a passage; every field is empty where the passage gives none.

    Attributes:
        evidence: Numbers of the passage's turns.
    """

    question: str
    answer: str
    evidence: list[int]
    entities: list[str]


class WordingReply(Reply):
    """A question in other words."""

    question: str


class AnswerReply(Reply):
    """What a reader answers, and why; the reason comes first."""

    reason: str
    answer: str


class ComparisonReply(Reply):
    """Whether two answers say what the reference says; the reason comes first."""

    reason: str
    from_evidence: bool
    from_question: bool
