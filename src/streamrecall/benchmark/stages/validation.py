"""Stage v: evidence must be sufficient, explicit, make the target independent, and be new to the window.

Evidence that the window says word for word is refused before anybody is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from streamrecall.benchmark.annotator import Check, EvidenceCandidate, Given, SalientCandidate, Verdict
from streamrecall.benchmark.panel import Panel
from streamrecall.benchmark.quotes import fold
from streamrecall.benchmark.votes import Failure, Rejection, Stage, StageRecord, Vote
from streamrecall.records import Window

VALID = "valid"
INVALID = "invalid"
_REDUNDANT_WORDS = 4
"""A sentence of fewer words says too little for its repetition in the window to mean anything."""


def validate_evidence(
    windows: Mapping[str, Window],
    candidates: Iterable[SalientCandidate],
    evidence: Iterable[EvidenceCandidate],
    panel: Panel,
    candidates_per_call: int,
) -> tuple[tuple[EvidenceCandidate, ...], StageRecord]:
    """Return the evidence that a majority finds valid on all four criteria.

    Args:
        windows: By id.
        candidates: What stages i and ii kept.
        evidence: What stage iv kept.
        panel: Everybody on it validates.
        candidates_per_call: Most sentences judged in one answer.
    """
    by_gap: dict[str, list[EvidenceCandidate]] = {}
    for each in evidence:
        by_gap.setdefault(each.utterance_id, []).append(each)
    rejections: list[Rejection] = []
    checks: list[Check] = []
    gaps = [each for each in candidates if each.utterance_id in by_gap]
    for gap in gaps:
        fresh, repeated = _split(by_gap[gap.utterance_id], windows[gap.window_id])
        rejections += [_refused(each, "the window says it already, word for word") for each in repeated]
        for first in range(0, len(fresh), candidates_per_call):
            own = tuple(fresh[first : first + candidates_per_call])
            checks.append(Check(windows[gap.window_id], gap, own))
    accepted, record = _ask(checks, panel)
    kept = {each.utterance_id for each in accepted}
    rejections += record.rejections
    rejections += [
        Rejection(Stage.VALIDATION, gap.window_id, gap.gap_id, gap.text, "none of its evidence is valid")
        for gap in gaps
        if gap.utterance_id not in kept
    ]
    return accepted, StageRecord(record.votes, tuple(rejections), record.failures)


def verdicts_problem(check: Check, verdicts: Sequence[Verdict]) -> str:
    """Return what is wrong with the verdicts: one for every candidate, and no other."""
    wanted = {candidate.source_id for candidate in check.candidates}
    named = [verdict.source_id for verdict in verdicts]
    invented = sorted(set(named) - wanted)
    if invented:
        return f"there is no candidate {', '.join(invented[:5])}"
    if len(set(named)) != len(named):
        return "a candidate is judged twice"
    missing = sorted(wanted - set(named))
    return f"no verdict on {', '.join(missing[:5])}" if missing else ""


def _ask(checks: Sequence[Check], panel: Panel) -> tuple[tuple[EvidenceCandidate, ...], StageRecord]:
    answers = {annotator.name: annotator.validate(checks) for annotator in panel.annotators}
    accepted: list[EvidenceCandidate] = []
    votes: list[Vote] = []
    rejections: list[Rejection] = []
    failures: list[Failure] = []
    for position, check in enumerate(checks):
        verdicts: dict[str, list[Verdict]] = {}
        for annotator, given in answers.items():
            problem = _problem(check, given[position])
            if problem:
                target = f"{check.target.utterance_id}/{check.candidates[0].source_id}"
                failures.append(
                    Failure(
                        Stage.VALIDATION,
                        annotator,
                        check.target.window_id,
                        target,
                        problem,
                        given[position].reference,
                    )
                )
                continue
            for verdict in given[position].value or ():
                verdicts.setdefault(verdict.source_id, []).append(verdict)
                votes.append(_vote(check, annotator, verdict, given[position].reference))
        for candidate in check.candidates:
            cast = verdicts.get(candidate.source_id, [])
            in_favour = sum(not verdict.missed for verdict in cast)
            if in_favour >= panel.majority:
                accepted.append(candidate)
                continue
            rejections.append(
                _refused(
                    candidate,
                    f"fewer than {panel.majority} annotators find it valid{_misses(cast)}",
                    in_favour,
                    len(cast),
                )
            )
    return tuple(accepted), StageRecord(tuple(votes), tuple(rejections), tuple(failures))


def _problem(check: Check, given: Given[tuple[Verdict, ...]]) -> str:
    return given.failure if given.value is None else verdicts_problem(check, given.value)


def _vote(check: Check, annotator: str, verdict: Verdict, reference: str) -> Vote:
    return Vote(
        Stage.VALIDATION,
        annotator,
        check.target.window_id,
        f"{check.target.utterance_id}/{verdict.source_id}",
        INVALID if verdict.missed else VALID,
        " ".join(verdict.missed),
        reference,
    )


def _refused(candidate: EvidenceCandidate, reason: str, in_favour: int = 0, cast: int = 0) -> Rejection:
    return Rejection(
        Stage.VALIDATION,
        candidate.window_id,
        f"{candidate.utterance_id}/{candidate.source_id}",
        candidate.sentence,
        reason,
        in_favour,
        cast,
    )


def _misses(verdicts: Iterable[Verdict]) -> str:
    missed = list(dict.fromkeys(_in_order(verdicts)))
    return f" (missed: {', '.join(missed)})" if missed else ""


def _in_order(verdicts: Iterable[Verdict]) -> Iterator[str]:
    for verdict in verdicts:
        yield from verdict.missed


def _split(
    evidence: Sequence[EvidenceCandidate], window: Window
) -> tuple[list[EvidenceCandidate], list[EvidenceCandidate]]:
    """Separate evidence from what the window repeats word for word."""
    said = f" {' '.join(word for turn in window.turns for word in fold(turn.text))} "
    fresh: list[EvidenceCandidate] = []
    repeated: list[EvidenceCandidate] = []
    for each in evidence:
        words = fold(each.sentence)
        twice = len(words) >= _REDUNDANT_WORDS and f" {' '.join(words)} " in said
        (repeated if twice else fresh).append(each)
    return fresh, repeated
