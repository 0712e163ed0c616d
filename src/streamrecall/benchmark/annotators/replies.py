"""What language models are asked to reply, stage by stage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import field_validator, model_validator

from streamrecall.benchmark.annotator import Finding, ReadUtterance, Verdict
from streamrecall.models.replies.reply import Reply
from streamrecall.records import GapType

_TYPES = {
    "": None,
    "none": None,
    "n": None,
    "no gap": None,
    "referential": GapType.REFERENTIAL,
    "coreference resolution": GapType.REFERENTIAL,
    "c": GapType.REFERENTIAL,
    "attribute": GapType.ATTRIBUTE,
    "attribute/state supply": GapType.ATTRIBUTE,
    "a": GapType.ATTRIBUTE,
    "relational": GapType.RELATIONAL,
    "logic/causal connection": GapType.RELATIONAL,
    "l": GapType.RELATIONAL,
}
"""The names that this project's prompts and the paper's figures use."""


class UtteranceReply(Reply):
    """One salient utterance."""

    sentence_numbers: tuple[int, ...] = ()
    sentences: tuple[str, ...] = ()
    reason: str = ""
    gap_type: Literal["referential", "attribute", "relational", "none"]

    @field_validator("gap_type", mode="before")
    @classmethod
    def _one_of_the_names(cls, value: object) -> object:
        name = value.strip().casefold() if isinstance(value, str) else "" if value is None else value
        if isinstance(name, str) and name in _TYPES:
            gap_type = _TYPES[name]
            return "none" if gap_type is None else gap_type.value
        return value

    def record(self) -> ReadUtterance:
        """Return it as the stages see it."""
        return ReadUtterance(
            numbers=self.sentence_numbers,
            quotes=self.sentences,
            reason=self.reason,
            gap_type=None if self.gap_type == "none" else GapType(self.gap_type),
        )


class SalienceReply(Reply):
    """Stages i and ii; an empty list where nothing is salient."""

    items_field: ClassVar[str | None] = "utterances"
    utterances: list[UtteranceReply]


class LabelsReply(Reply):
    """Stage iii."""

    labels: list[Literal[0, 1]]


class FindingReply(Reply):
    """What is said about one sentence."""

    source_id: str
    sentence: str = ""
    reasoning: str
    status: Literal["resolve", "not_resolve"]

    @model_validator(mode="before")
    @classmethod
    def _reasoning_comes_first(cls, value: Any) -> Any:
        if isinstance(value, Mapping) and {"reasoning", "status"} <= value.keys():
            order = [key for key in value if key in ("reasoning", "status")]
            if order[0] != "reasoning":
                raise ValueError("the reasoning must be written before the status")
        return value

    def record(self) -> Finding:
        """Return it as the stages see it."""
        return Finding(self.source_id, self.reasoning, self.status == "resolve")


class FindingsReply(Reply):
    """Stage iv."""

    items_field: ClassVar[str | None] = "sentences"
    sentences: list[FindingReply]


class VerdictReply(Reply):
    """What is said about one candidate."""

    source_id: str
    sufficient: bool
    explicit: bool
    independent: bool
    new: bool

    def record(self) -> Verdict:
        """Return it as the stages see it."""
        return Verdict(self.source_id, self.sufficient, self.explicit, self.independent, self.new)


class VerdictsReply(Reply):
    """Stage v."""

    items_field: ClassVar[str | None] = "verdicts"
    verdicts: list[VerdictReply]


class ResolutionReply(Reply):
    """The statement of what the evidence supplies."""

    resolution: str
