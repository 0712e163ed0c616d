"""The replies of the annotation stages (ReMEMBER, Figures 13 to 17)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator

from streamrecall.models.replies.judgements import Binary, Numbers
from streamrecall.models.replies.reply import Reply


def _lower(value: Any) -> Any:
    return value.strip().lower() if isinstance(value, str) else value


class SalientReply(Reply):
    """A salient utterance and what it leaves open."""

    sentence_numbers: Numbers
    sentences: tuple[str, ...]
    reason: str = ""
    gap_type: Annotated[Literal["referential", "attribute", "relational", "none"], BeforeValidator(_lower)]


class SalientReplies(Reply):
    """The salient utterances of a window; there may be none."""

    items_field: ClassVar[str | None] = "utterances"
    utterances: tuple[SalientReply, ...]


class HistoryLabels(Reply):
    """One label per piece of history, in order."""

    labels: tuple[Binary, ...]


class SentenceAudit(Reply):
    """Whether a sentence of the history closes the gap, after the reasoning."""

    source_id: str
    sentence: str = ""
    reasoning: str = ""
    status: Annotated[Literal["resolve", "not_resolve"], BeforeValidator(_lower)]


class SentenceAudits(Reply):
    """One audit per sentence of the passage."""

    items_field: ClassVar[str | None] = "sentences"
    sentences: tuple[SentenceAudit, ...]


class ValidSources(Reply):
    """The ids of the candidates that hold."""

    valid: tuple[str, ...]
