"""What the review page shows: every candidate of every window, its votes, its evidence where it was said."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from streamrecall.benchmark.annotator import EvidenceCandidate, SalientCandidate
from streamrecall.benchmark.losses import Loss
from streamrecall.benchmark.review_marks import FORM, VERSION, ReviewMark
from streamrecall.benchmark.stages.resolution import Resolution
from streamrecall.benchmark.stages.salience_and_dependence import span_of_name
from streamrecall.benchmark.votes import Stage, Vote
from streamrecall.benchmark.window_sentences import NumberedWindow, number_sentences
from streamrecall.records import Dialogue, Instance, SalientUtterance, Turn, Window

Record = TypeVar("Record")
CONTEXT_TURNS = 2
"""Turns shown before and after a piece of evidence."""


@dataclass(frozen=True, slots=True)
class ReviewView:
    """Everything the page draws from.

    Attributes:
        source: ``votes`` where marks change the vote; ``corpus`` where they change the corpus's own
            annotations, beside which the votes are shown for comparison.
        instances: The corpus's own annotations; empty for ``votes``.
        votes: Of the stages but iv, whose votes on every sentence would drown the page.
        marks: Those already given, which the page starts from.
    """

    title: str
    source: str
    windows: tuple[Window, ...]
    dialogues: Mapping[str, Dialogue]
    candidates: tuple[SalientCandidate, ...]
    evidence: tuple[EvidenceCandidate, ...]
    accepted: tuple[EvidenceCandidate, ...]
    resolutions: tuple[Resolution, ...]
    votes: tuple[Vote, ...]
    losses: tuple[Loss, ...]
    instances: tuple[Instance, ...] = ()
    marks: tuple[ReviewMark, ...] = ()


def review_payload(view: ReviewView) -> dict[str, Any]:
    """Return the page's data as plain JSON values."""
    lookup = _Lookup(view)
    own = {instance.window.window_id: instance for instance in view.instances}
    return {
        "form": FORM,
        "version": VERSION,
        "source": view.source,
        "marks": [{"target": m.target, "mark": m.mark, "note": m.note} for m in view.marks],
        "windows": [lookup.window(window, own.get(window.window_id)) for window in view.windows],
    }


class _Lookup:
    """The view's records by what they belong to."""

    def __init__(self, view: ReviewView) -> None:
        self._view = view
        self._candidates = _grouped(view.candidates, lambda each: each.window_id)
        self._evidence = _grouped(view.evidence, lambda each: each.utterance_id)
        self._accepted = {(each.utterance_id, each.source_id) for each in view.accepted}
        self._resolutions = {each.utterance_id: each.text for each in view.resolutions}
        self._votes = _grouped(view.votes, lambda each: (each.stage, each.target))
        self._losses = _grouped(view.losses, lambda each: each.target)
        self._refused = _grouped(
            (loss for loss in view.losses if loss.stage == Stage.SALIENCE and loss.kind == "rejected"),
            lambda each: each.window_id,
        )

    def window(self, window: Window, instance: Instance | None) -> dict[str, Any]:
        dialogue = self._view.dialogues[window.dialogue_id]
        numbered = number_sentences(window)
        items = [self._voted(each, dialogue) for each in self._candidates.get(window.window_id, ())]
        items += [self._rejected(each, numbered) for each in self._refused.get(window.window_id, ())]
        if instance is not None:
            items = [self._given(each, numbered, dialogue) for each in instance.salient] + items
        return {
            "id": window.window_id,
            "corpus": dialogue.corpus,
            "domain": dialogue.domain.value,
            "history": window.history_tokens,
            "sentences": [
                [each.number, each.turn.turn_id, each.turn.speaker, each.text, each.turn.time]
                for each in numbered.sentences
            ],
            "items": items,
        }

    def _voted(self, candidate: SalientCandidate, dialogue: Dialogue) -> dict[str, Any]:
        proposed = self._evidence.get(candidate.utterance_id, ())
        losses = self._losses.get(candidate.gap_id, ())
        has_gap = candidate.gap_type is not None or bool(losses)
        return {
            "target": candidate.utterance_id,
            "origin": "votes",
            "status": "kept",
            "numbers": list(candidate.numbers),
            "text": candidate.text,
            "reason": "",
            "votes": self._cast(Stage.DEPENDENCE, candidate.utterance_id),
            "gap": None
            if not has_gap
            else {
                "target": candidate.gap_id,
                "type": "" if candidate.gap_type is None else candidate.gap_type.value,
                "status": "kept" if candidate.utterance_id in self._resolutions else "rejected",
                "reason": candidate.reason,
                "lost": "; ".join(loss.reason for loss in losses),
                "resolution": self._resolutions.get(candidate.utterance_id, ""),
                "evidence": [self._proposed(each, dialogue, candidate.utterance_id) for each in proposed],
            },
        }

    def _rejected(self, loss: Loss, window: NumberedWindow) -> dict[str, Any]:
        known = not loss.annotator and loss.target.startswith("S")
        return {
            "target": f"{loss.window_id}.{loss.target}" if known else "",
            "origin": "votes",
            "status": "rejected",
            "numbers": list(span_of_name(loss.target)) if known else [],
            "text": loss.text,
            "reason": f"{loss.reason} ({loss.in_favour} of {loss.cast})" if loss.cast else loss.reason,
            "votes": [[loss.annotator, "proposed", ""]]
            if loss.annotator
            else self._cast(Stage.SALIENCE, loss.target, window.window_id),
            "gap": None,
        }

    def _given(
        self, utterance: SalientUtterance, window: NumberedWindow, dialogue: Dialogue
    ) -> dict[str, Any]:
        gap = utterance.gap
        turns = {turn.turn_id: turn for turn in dialogue.turns}
        return {
            "target": utterance.utterance_id,
            "origin": "corpus",
            "status": "kept",
            "numbers": [each.number for each in window.sentences if each.turn.turn_id in utterance.turns],
            "text": utterance.utterance,
            "reason": "",
            "votes": [],
            "gap": None
            if gap is None
            else {
                "target": gap.gap_id,
                "type": gap.type.value,
                "status": "kept",
                "reason": gap.reason,
                "lost": "",
                "resolution": gap.resolution,
                "evidence": [
                    {
                        "turn": turn_id,
                        "sentence": turns[turn_id].text,
                        "accepted": True,
                        "reasoning": "",
                        "lost": "",
                        "votes": [],
                        "context": _context(dialogue, turns[turn_id].index),
                    }
                    for turn_id in gap.evidence
                    if turn_id in turns
                ],
            },
        }

    def _proposed(self, evidence: EvidenceCandidate, dialogue: Dialogue, utterance_id: str) -> dict[str, Any]:
        target = f"{utterance_id}/{evidence.source_id}"
        return {
            "turn": evidence.turn_id,
            "sentence": evidence.sentence,
            "accepted": (utterance_id, evidence.source_id) in self._accepted,
            "reasoning": evidence.reasoning,
            "lost": "; ".join(loss.reason for loss in self._losses.get(target, ())),
            "votes": self._cast(Stage.VALIDATION, target),
            "context": _context(dialogue, evidence.turn_index),
        }

    def _cast(self, stage: Stage, target: str, window_id: str = "") -> list[list[str]]:
        return [
            [vote.annotator, vote.label, vote.detail]
            for vote in self._votes.get((stage, target), ())
            if not window_id or vote.window_id == window_id
        ]


def _context(dialogue: Dialogue, index: int) -> list[list[Any]]:
    """Return the turns around a piece of evidence: id, speaker, text, time, whether it is the one."""
    around: Sequence[Turn] = dialogue.turns[max(0, index - CONTEXT_TURNS) : index + CONTEXT_TURNS + 1]
    return [[turn.turn_id, turn.speaker, turn.text, turn.time, turn.index == index] for turn in around]


def _grouped(records: Iterable[Record], key: Callable[[Record], Hashable]) -> dict[Any, list[Record]]:
    groups: dict[Any, list[Record]] = {}
    for record in records:
        groups.setdefault(key(record), []).append(record)
    return groups
