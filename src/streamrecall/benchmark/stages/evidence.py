"""Stage iv: every sentence of the retained chunks is audited for every gap, reasoning before status.

A chunk may begin and end inside a sentence, so the turns it overlaps are audited whole, each sentence once
per gap. A finding can only name a sentence of the passage it was shown; what names another one is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from streamrecall.benchmark.annotator import Audit, EvidenceCandidate, Finding, Given, SalientCandidate
from streamrecall.benchmark.panel import Panel
from streamrecall.benchmark.stages.history_filtering import RelevantChunk
from streamrecall.benchmark.votes import Failure, Rejection, Stage, StageRecord, Vote
from streamrecall.benchmark.window_sentences import HistorySentence, history_sentences
from streamrecall.errors import LookAheadError
from streamrecall.records import Dialogue, Window

RESOLVE = "resolve"
NOT_RESOLVE = "not_resolve"


def find_evidence(
    windows: Mapping[str, Window],
    dialogues: Mapping[str, Dialogue],
    candidates: Iterable[SalientCandidate],
    chunks: Iterable[RelevantChunk],
    panel: Panel,
    *,
    passage_sentences: int,
) -> tuple[tuple[EvidenceCandidate, ...], StageRecord]:
    """Return the history sentences that enough auditors say resolve a gap.

    Args:
        windows: By id.
        dialogues: By id.
        candidates: What stages i and ii kept.
        chunks: What stage iii kept.
        panel: Its evidence annotators audit.
        passage_sentences: About how many sentences are shown at once; turns stay whole.
    """
    retained: dict[str, set[int]] = {}
    for chunk in chunks:
        retained.setdefault(chunk.window_id, set()).update(range(chunk.first_turn, chunk.last_turn + 1))
    passages = {
        window_id: list(_passages(windows[window_id], dialogues, turns, passage_sentences))
        for window_id, turns in retained.items()
    }
    gaps = [each for each in candidates if each.gap_type is not None]
    audits = [
        Audit(windows[gap.window_id], gap, passage)
        for gap in gaps
        for passage in passages.get(gap.window_id, ())
    ]
    answers = {annotator.name: annotator.audit(audits) for annotator in panel.evidence_annotators}
    found: list[EvidenceCandidate] = []
    votes: list[Vote] = []
    failures: list[Failure] = []
    for position, audit in enumerate(audits):
        readings = {name: given[position] for name, given in answers.items()}
        own, own_votes, own_failures = _count(audit, readings, panel.evidence_majority)
        found += own
        votes += own_votes
        failures += own_failures
    unread: dict[str, int] = {}
    for failure in failures:
        name = failure.target.partition("/")[0]
        unread[name] = unread.get(name, 0) + 1
    resolved = {candidate.utterance_id for candidate in found}
    rejections = tuple(
        Rejection(
            Stage.EVIDENCE,
            gap.window_id,
            gap.gap_id,
            gap.text,
            f"none of {sum(map(len, passages[gap.window_id]))} sentences of the retained history resolves it"
            + (f"; {unread[gap.utterance_id]} readings failed" if gap.utterance_id in unread else ""),
        )
        for gap in gaps
        if gap.window_id in passages and gap.utterance_id not in resolved
    )
    return tuple(found), StageRecord(tuple(votes), rejections, tuple(failures))


def findings_problem(audit: Audit, findings: Sequence[Finding]) -> str:
    """Return what is wrong with the findings: one for every sentence of the passage, and no other."""
    wanted = [sentence.source_id for sentence in audit.passage]
    named = [finding.source_id for finding in findings]
    invented = sorted(set(named) - set(wanted))
    if invented:
        return f"the passage has no sentence {', '.join(invented[:5])}"
    if len(set(named)) != len(named):
        twice = sorted({name for name in named if named.count(name) > 1})
        return f"{', '.join(twice[:5])} stands twice; judge every sentence once"
    missing = [name for name in wanted if name not in set(named)]
    if missing:
        return f"{len(missing)} of {len(wanted)} sentences are not judged, the first is {missing[0]}"
    silent = [finding.source_id for finding in findings if not finding.reasoning.strip()]
    return f"no reasoning is given for {', '.join(silent[:5])}" if silent else ""


def _passages(
    window: Window, dialogues: Mapping[str, Dialogue], turns: set[int], passage_sentences: int
) -> Iterator[tuple[HistorySentence, ...]]:
    """Yield the sentences of the retained turns in order, cut between turns into readable passages."""
    passage: list[HistorySentence] = []
    dialogue = dialogues[window.dialogue_id]
    for index in sorted(turns):
        if index >= window.first_turn:
            raise LookAheadError(f"window {window.window_id}: turn {index} is not in its history.")
        own = history_sentences(dialogue.turns[index])
        if passage and len(passage) + len(own) > passage_sentences:
            yield tuple(passage)
            passage = []
        passage += own
    if passage:
        yield tuple(passage)


def _count(
    audit: Audit, readings: Mapping[str, Given[tuple[Finding, ...]]], majority: int
) -> tuple[list[EvidenceCandidate], list[Vote], list[Failure]]:
    window_id, utterance_id = audit.target.window_id, audit.target.utterance_id
    passage_name = f"{utterance_id}/{audit.passage[0].source_id}..{audit.passage[-1].source_id}"
    votes: list[Vote] = []
    failures: list[Failure] = []
    reasonings: dict[str, list[str]] = {}
    for annotator, given in readings.items():
        problem = given.failure if given.value is None else findings_problem(audit, given.value)
        if given.value is None or problem:
            failures.append(
                Failure(Stage.EVIDENCE, annotator, window_id, passage_name, problem, given.reference)
            )
            continue
        for finding in given.value:
            votes.append(
                Vote(
                    Stage.EVIDENCE,
                    annotator,
                    window_id,
                    f"{utterance_id}/{finding.source_id}",
                    RESOLVE if finding.resolves else NOT_RESOLVE,
                    finding.reasoning,
                    given.reference,
                )
            )
            if finding.resolves:
                reasonings.setdefault(finding.source_id, []).append(finding.reasoning)
    found = [
        EvidenceCandidate(
            window_id=window_id,
            utterance_id=utterance_id,
            source_id=sentence.source_id,
            turn_id=sentence.turn_id,
            turn_index=sentence.turn_index,
            speaker=sentence.speaker,
            sentence=sentence.text,
            reasoning=reasonings[sentence.source_id][0],
        )
        for sentence in audit.passage
        if len(reasonings.get(sentence.source_id, ())) >= majority
    ]
    return found, votes, failures
