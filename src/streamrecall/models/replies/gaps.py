"""The reply of gap detection (ReMEMBER, Figure 3)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field

from streamrecall.models.replies.reply import Reply


def _split_keywords(value: Any) -> Any:
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


class GapReply(Reply):
    """One gap; ``utterance_index`` counts the utterances of the window from 0."""

    utterance_index: int = Field(ge=0)
    quote: str = Field(min_length=1)
    gap_reason: str
    evidence_need_query: str = Field(min_length=1)
    keywords: Annotated[tuple[str, ...], BeforeValidator(_split_keywords)] = ()


class GapsReply(Reply):
    """The gaps of a window, the most important first."""

    items_field: ClassVar[str | None] = "gaps"

    gaps: tuple[GapReply, ...]
