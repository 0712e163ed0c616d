"""The reply of every prompt that asks for a summary."""

from __future__ import annotations

from pydantic import Field

from streamrecall.models.replies.reply import Reply


class SummaryReply(Reply):
    """One summary in running text (ReMEMBER, Figures 4, 11 and 12)."""

    summary: str = Field(min_length=1)
