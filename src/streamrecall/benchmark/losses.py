"""Rejections and failures as one kind of record, so that everything a stage lost is in one table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from streamrecall.benchmark.votes import Rejection, Stage, StageRecord


@dataclass(frozen=True, slots=True)
class Loss:
    """A rejected candidate, or a reply that could not be used.

    Attributes:
        in_favour: Annotators for a rejected candidate.
        cast: Annotators who said anything about it.
        annotator: Whose reply failed, or who proposed what was refused before any vote.
        reference: Key of the failed call in the ledger.
    """

    kind: Literal["rejected", "failed"]
    stage: Stage
    window_id: str
    target: str
    text: str
    reason: str
    in_favour: int = 0
    cast: int = 0
    annotator: str = ""
    reference: str = ""


def losses_of(record: StageRecord) -> tuple[Loss, ...]:
    """Return a stage's rejections, then its failures."""
    rejected = (
        Loss(
            "rejected",
            each.stage,
            each.window_id,
            each.target,
            each.text,
            each.reason,
            each.in_favour,
            each.cast,
            each.annotator,
        )
        for each in record.rejections
    )
    failed = (
        Loss(
            "failed",
            each.stage,
            each.window_id,
            each.target,
            "",
            each.reason,
            annotator=each.annotator,
            reference=each.reference,
        )
        for each in record.failures
    )
    return (*rejected, *failed)


def rejections_of(losses: Iterable[Loss]) -> tuple[Rejection, ...]:
    """Return the rejections among losses."""
    return tuple(
        Rejection(
            each.stage,
            each.window_id,
            each.target,
            each.text,
            each.reason,
            each.in_favour,
            each.cast,
            each.annotator,
        )
        for each in losses
        if each.kind == "rejected"
    )
