"""One resolution statement per gap, made from the evidence that validation accepted.

The paper states it at the end of stage iv; here it waits for stage v, so that no statement rests on a
sentence that validation removed. Where no statement can be had, the reasoning behind the accepted sentences
stands in its place, and the failure is recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from streamrecall.benchmark.annotator import Check, EvidenceCandidate, SalientCandidate
from streamrecall.benchmark.panel import Panel
from streamrecall.benchmark.votes import Failure, Stage, StageRecord, Vote
from streamrecall.records import Window, one_line


@dataclass(frozen=True, slots=True)
class Resolution:
    """What the evidence of a gap supplies, in one sentence, and who wrote it."""

    window_id: str
    utterance_id: str
    text: str
    annotator: str


def state_resolutions(
    windows: Mapping[str, Window],
    candidates: Iterable[SalientCandidate],
    accepted: Iterable[EvidenceCandidate],
    panel: Panel,
) -> tuple[tuple[Resolution, ...], StageRecord]:
    """Return one statement for each gap with accepted evidence."""
    by_gap: dict[str, list[EvidenceCandidate]] = {}
    for each in accepted:
        by_gap.setdefault(each.utterance_id, []).append(each)
    checks = [
        Check(windows[each.window_id], each, tuple(by_gap[each.utterance_id]))
        for each in candidates
        if each.utterance_id in by_gap
    ]
    author = panel.evidence_annotators[0]
    resolutions: list[Resolution] = []
    votes: list[Vote] = []
    failures: list[Failure] = []
    for check, given in zip(checks, author.resolve(checks), strict=True):
        window_id, utterance_id = check.target.window_id, check.target.utterance_id
        text = one_line(given.value or "")
        if text:
            votes.append(
                Vote(
                    Stage.RESOLUTION,
                    author.name,
                    window_id,
                    check.target.gap_id,
                    "stated",
                    text,
                    given.reference,
                )
            )
        else:
            failure = given.failure or "an empty statement"
            failures.append(
                Failure(
                    Stage.RESOLUTION, author.name, window_id, check.target.gap_id, failure, given.reference
                )
            )
            text = gathered_reasoning(check.candidates)
        resolutions.append(Resolution(window_id, utterance_id, text, author.name))
    return tuple(resolutions), StageRecord(tuple(votes), (), tuple(failures))


def gathered_reasoning(candidates: Sequence[EvidenceCandidate]) -> str:
    """Return the reasoning behind the evidence, each once, in the order of the history."""
    return " ".join(dict.fromkeys(one_line(candidate.reasoning) for candidate in candidates))
