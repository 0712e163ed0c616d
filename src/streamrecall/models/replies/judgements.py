"""The replies of the LLM judges (ReMEMBER, Figures 5 to 10; ProStream, appendix B.3)."""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field

from streamrecall.models.replies.reply import Reply

_NUMBER = re.compile(r"\s*[A-Z]?\s*(\d+)\s*\Z")
_FACT_ID = re.compile(r"\s*S?(\d+)\s*-\s*F?(\d+)\s*\Z")


def _number(value: Any) -> Any:
    """Read ``S3``, ``"3"`` or 3 as 3."""
    match = _NUMBER.match(value) if isinstance(value, str) else None
    return int(match[1]) if match else value


def _numbers(value: Any) -> Any:
    return [] if value is None else value if isinstance(value, list) else [value]


def _binary(value: Any) -> Any:
    """Read 1, 1.0, true or "1" as 1; likewise 0. Nothing between is a decision."""
    if isinstance(value, str):
        value = {"1": 1, "1.0": 1, "true": 1, "0": 0, "0.0": 0, "false": 0}.get(value.strip().lower(), value)
    return int(value) if isinstance(value, bool | float) and value in (0, 1) else value


def _category(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    name = " ".join(value.lower().replace("_", " ").split())
    return name if name.endswith("error") else f"{name} error"


def _fact_id(value: Any) -> Any:
    match = _FACT_ID.match(value) if isinstance(value, str) else None
    return f"S{match[1]}-F{match[2]}" if match else value


Number = Annotated[int, BeforeValidator(_number), Field(ge=0)]
Numbers = Annotated[tuple[Number, ...], BeforeValidator(_numbers)]
Binary = Annotated[Literal[0, 1], BeforeValidator(_binary)]
Category = Annotated[
    Literal[
        "no error",
        "out-of-context error",
        "entity error",
        "predicate error",
        "circumstantial error",
        "grammatical error",
        "coreference error",
        "linking error",
        "other error",
    ],
    BeforeValidator(_category),
]


class MemoryEvidence(Reply):
    """What the memory says to a piece of the wanted information."""

    target_item: str = ""
    memory_index: str | None = None
    text: str = ""


class RecallVerdict(Reply):
    """Whether the memory holds what closes a gap."""

    gap_id: Number
    target_information: tuple[str, ...] = ()
    evidence_from_memory: tuple[MemoryEvidence, ...] = ()
    missing_target_information: tuple[str, ...] = ()
    reasoning: str = ""
    decision: Binary


class RecallVerdicts(Reply):
    """One verdict per gap."""

    items_field: ClassVar[str | None] = "verdicts"
    verdicts: tuple[RecallVerdict, ...]


class CoverageVerdict(Reply):
    """Whether the summary covers an utterance, and in which sentences."""

    utterance_num: Number
    score: Binary
    line_number: Numbers = ()


class CoverageVerdicts(Reply):
    """One verdict per salient utterance."""

    items_field: ClassVar[str | None] = "verdicts"
    verdicts: tuple[CoverageVerdict, ...]


class ResolutionVerdict(Reply):
    """Whether the summary states the fact that closes a gap, and in which sentences."""

    gap_num: Number
    utterance_num: Number
    question: str = ""
    selected_F: str = ""
    score: Binary
    line_number: Numbers = ()


class ResolutionVerdicts(Reply):
    """One verdict per gap case."""

    items_field: ClassVar[str | None] = "verdicts"
    verdicts: tuple[ResolutionVerdict, ...]


class Fact(Reply):
    """An atomic fact of a summary sentence."""

    sentence_num: Number
    fact_id: Annotated[str, BeforeValidator(_fact_id)]
    fact: str = Field(min_length=1)


class Facts(Reply):
    """All facts of a summary; there may be none."""

    items_field: ClassVar[str | None] = "facts"
    facts: tuple[Fact, ...]


class FactVerdict(Reply):
    """The error category of a fact."""

    fact_id: Annotated[str, BeforeValidator(_fact_id)]
    reason: str = ""
    category: Category


class FactVerdicts(Reply):
    """One verdict per fact."""

    items_field: ClassVar[str | None] = "verdicts"
    verdicts: tuple[FactVerdict, ...]


class AnswerVerdict(Reply):
    """How far an answer says what the reference says, in [0, 1]."""

    score: float = Field(ge=0, le=1)
    reason: str = ""
