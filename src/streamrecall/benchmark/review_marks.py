"""Marks that people set on the review page, and what they change: accepted and rejected candidates.

The file is one JSON object: ``{"form": "streamrecall-review", "version": 1, "marks": [{"target": ...,
"mark": "accept" | "reject", "note": ...}]}``. A target is an utterance id or a gap id (``<utterance>.G``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from streamrecall.benchmark.annotator import EvidenceCandidate, SalientCandidate
from streamrecall.benchmark.stages.resolution import Resolution, gathered_reasoning
from streamrecall.benchmark.stages.salience_and_dependence import span_of_name
from streamrecall.benchmark.votes import Rejection, Stage
from streamrecall.benchmark.window_sentences import number_sentences
from streamrecall.corpora.json_fields import Field
from streamrecall.errors import DataError
from streamrecall.records import Instance, Window

FORM = "streamrecall-review"
VERSION = 1
REVIEWER = "review"


@dataclass(frozen=True, slots=True)
class ReviewMark:
    """What a person decided about one utterance or gap."""

    target: str
    mark: Literal["accept", "reject"]
    note: str = ""


@dataclass(frozen=True, slots=True)
class ReviewOutcome:
    """What became of a mark; ``applied`` is false where it could not change anything."""

    target: str
    mark: str
    note: str
    applied: bool
    effect: str


def read_review_marks(content: object, source: Path) -> tuple[ReviewMark, ...]:
    """Read the content of a file of marks.

    Raises:
        DataError: If it is of another form, or a target is marked twice.
    """
    root = Field(content, source)
    form, version = root.key("form").text(), root.key("version").integer()
    if (form, version) != (FORM, VERSION):
        raise root.error(
            f"expected form {FORM!r}, version {VERSION}; found {form!r}, version {version}.",
            hint="Export the marks from the review page of this version.",
        )
    marks: dict[str, ReviewMark] = {}
    for entry in root.key("marks").items():
        target, mark = entry.key("target").word(), entry.key("mark").word()
        if mark not in ("accept", "reject"):
            raise entry.key("mark").error(f"expected 'accept' or 'reject', found {mark!r}.")
        if target in marks:
            raise entry.key("target").error(f"{target!r} is marked twice.")
        note = entry.optional("note")
        marks[target] = ReviewMark(
            target, "accept" if mark == "accept" else "reject", "" if note is None else note.text()
        )
    return tuple(marks.values())


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What the stages kept, after the marks."""

    candidates: tuple[SalientCandidate, ...]
    accepted: tuple[EvidenceCandidate, ...]
    resolutions: tuple[Resolution, ...]
    outcomes: tuple[ReviewOutcome, ...]


def apply_to_stages(
    marks: Sequence[ReviewMark],
    windows: Mapping[str, Window],
    *,
    candidates: Iterable[SalientCandidate],
    evidence: Iterable[EvidenceCandidate],
    accepted: Iterable[EvidenceCandidate],
    resolutions: Iterable[Resolution],
    rejections: Iterable[Rejection],
) -> Reviewed:
    """Change what the vote decided: drop what was rejected, take back what was accepted.

    An accepted utterance needs to have been proposed; an accepted gap needs evidence that stage iv found.
    """
    kept = {each.utterance_id: each for each in candidates}
    proposed: dict[str, list[EvidenceCandidate]] = {}
    for each in evidence:
        proposed.setdefault(each.utterance_id, []).append(each)
    valid: dict[str, list[EvidenceCandidate]] = {}
    for each in accepted:
        valid.setdefault(each.utterance_id, []).append(each)
    stated = {each.utterance_id: each for each in resolutions}
    spans = {
        f"{each.window_id}.{each.target}": each
        for each in rejections
        if each.stage == Stage.SALIENCE and not each.annotator
    }
    outcomes: list[ReviewOutcome] = []

    def settle(mark: ReviewMark, effect: str, applied: bool = True) -> None:
        outcomes.append(ReviewOutcome(mark.target, mark.mark, mark.note, applied, effect))

    for mark in marks:
        utterance_id = mark.target.removesuffix(".G")
        is_gap = utterance_id != mark.target
        if mark.mark == "reject" and not is_gap and utterance_id in kept:
            del kept[utterance_id]
            valid.pop(utterance_id, None)
            settle(mark, "utterance removed")
        elif mark.mark == "reject" and is_gap and utterance_id in valid:
            del valid[utterance_id]
            settle(mark, "gap removed")
        elif mark.mark == "accept" and is_gap and utterance_id in valid:
            settle(mark, "gap confirmed")
        elif mark.mark == "accept" and is_gap and utterance_id in kept and utterance_id in proposed:
            valid[utterance_id] = proposed[utterance_id]
            stated[utterance_id] = Resolution(
                kept[utterance_id].window_id,
                utterance_id,
                gathered_reasoning(proposed[utterance_id]),
                REVIEWER,
            )
            settle(mark, "gap taken back with the evidence that was proposed for it")
        elif mark.mark == "accept" and not is_gap and utterance_id in kept:
            settle(mark, "utterance confirmed")
        elif mark.mark == "accept" and not is_gap and utterance_id in spans:
            candidate = _restored(spans[utterance_id], windows, utterance_id)
            kept[utterance_id] = candidate
            settle(mark, "utterance taken back")
        else:
            settle(mark, _why_not(mark, is_gap), applied=False)
    place = {window_id: position for position, window_id in enumerate(windows)}
    ordered = sorted(kept.values(), key=lambda each: (place[each.window_id], each.numbers))
    return Reviewed(
        tuple(ordered),
        tuple(each for candidate in ordered for each in valid.get(candidate.utterance_id, ())),
        tuple(stated[each.utterance_id] for each in ordered if each.utterance_id in valid),
        tuple(outcomes),
    )


def apply_to_instances(
    marks: Sequence[ReviewMark], instances: Iterable[Instance]
) -> tuple[tuple[Instance, ...], tuple[ReviewOutcome, ...]]:
    """Remove rejected utterances and gaps from finished instances; there is nothing to take back."""
    by_target = {mark.target: mark for mark in marks}
    met: dict[str, str] = {}
    changed = []
    for instance in instances:
        salient = []
        for utterance in instance.salient:
            own, gap = by_target.get(utterance.utterance_id), utterance.gap
            on_gap = None if gap is None else by_target.get(gap.gap_id)
            if own is not None:
                met[own.target] = "utterance removed" if own.mark == "reject" else "utterance confirmed"
                if own.mark == "reject":
                    continue
            if on_gap is not None:
                met[on_gap.target] = "gap removed" if on_gap.mark == "reject" else "gap confirmed"
            rejected = on_gap is not None and on_gap.mark == "reject"
            salient.append(replace(utterance, gap=None) if rejected else utterance)
        changed.append(replace(instance, salient=tuple(salient)))
    outcomes = tuple(
        ReviewOutcome(
            mark.target, mark.mark, mark.note, mark.target in met, met.get(mark.target, "no such target")
        )
        for mark in marks
    )
    return tuple(changed), outcomes


def _restored(rejection: Rejection, windows: Mapping[str, Window], utterance_id: str) -> SalientCandidate:
    window = number_sentences(windows[rejection.window_id])
    numbers = span_of_name(rejection.target)
    if not numbers or numbers[-1] > len(window.sentences):
        raise DataError(f"{utterance_id}: window {rejection.window_id} has no sentences {rejection.target}.")
    return SalientCandidate(
        rejection.window_id,
        utterance_id,
        numbers,
        window.turns_of(numbers),
        window.text_of(numbers),
        supporters=(REVIEWER,),
    )


def _why_not(mark: ReviewMark, is_gap: bool) -> str:
    if mark.mark == "reject":
        return "there is no such gap to reject" if is_gap else "there is no such utterance to reject"
    return "no evidence was proposed for this gap" if is_gap else "nobody proposed this utterance"
