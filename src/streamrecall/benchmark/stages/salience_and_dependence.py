"""Stages i and ii: salient utterances, and whether each depends on the history and how.

Both are one reading of the window. An utterance stays when a majority covers it; it is history-dependent
only when a majority gives it the same gap type. Every span, label and refusal is recorded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from streamrecall.benchmark.annotator import Given, ReadUtterance, SalientCandidate
from streamrecall.benchmark.panel import Panel
from streamrecall.benchmark.quotes import QuoteLocator
from streamrecall.benchmark.span_alignment import Span, align_spans, best_overlap
from streamrecall.benchmark.votes import Failure, Rejection, Stage, StageRecord, Vote, majority_label
from streamrecall.benchmark.window_sentences import NumberedWindow
from streamrecall.records import GapType

NO_GAP = "none"
NOT_SALIENT = "not_salient"
_SHOWN_CHARACTERS = 300

Readings = Mapping[str, Given[tuple[ReadUtterance, ...]]]


@dataclass(frozen=True, slots=True)
class _Located:
    span: Span
    gap_type: GapType | None
    reason: str
    note: str


def identify_salient(
    windows: Sequence[NumberedWindow], panel: Panel
) -> tuple[tuple[SalientCandidate, ...], StageRecord]:
    """Ask the whole panel about every window and count."""
    answers = {annotator.name: annotator.read(windows) for annotator in panel.annotators}
    candidates: list[SalientCandidate] = []
    record = StageRecord()
    for position, window in enumerate(windows):
        readings = {name: given[position] for name, given in answers.items()}
        own, kept = count_readings(window, readings, panel.majority)
        candidates += own
        record = record + kept
    return tuple(candidates), record


def count_readings(
    window: NumberedWindow, readings: Readings, majority: int
) -> tuple[list[SalientCandidate], StageRecord]:
    """Align the readings of one window and take the majority on utterance, dependence and type."""
    located: dict[str, list[_Located]] = {}
    votes: list[Vote] = []
    rejections: list[Rejection] = []
    failures: list[Failure] = []
    locator = QuoteLocator(window)
    for annotator, given in readings.items():
        if given.value is None:
            failures.append(
                Failure(Stage.SALIENCE, annotator, window.window_id, "window", given.failure, given.reference)
            )
            continue
        located[annotator], refused = _locate_all(window, locator, annotator, given.value)
        rejections += refused
        votes += [
            Vote(
                Stage.SALIENCE,
                annotator,
                window.window_id,
                span_name(item.span),
                NO_GAP if item.gap_type is None else item.gap_type.value,
                _shorten(item.note),
                given.reference,
            )
            for item in located[annotator]
        ]
    spans = {annotator: [item.span for item in own] for annotator, own in located.items()}
    utterances, left = align_spans(window, spans, majority)
    for span, in_favour in left:
        rejections.append(
            Rejection(
                Stage.SALIENCE,
                window.window_id,
                span_name(span),
                window.text_of(span),
                f"fewer than {majority} annotators call it salient",
                in_favour,
                len(located),
            )
        )
    candidates = []
    for utterance in utterances:
        candidate, own_votes, refused = _count_dependence(window, utterance, located, readings, majority)
        candidates.append(candidate)
        votes += own_votes
        rejections += refused
    return candidates, StageRecord(tuple(votes), tuple(rejections), tuple(failures))


def span_name(span: Span) -> str:
    """Return ``S3`` or ``S3-S4`` or, with something left out between, ``S3-S4+S7``."""
    runs: list[list[int]] = []
    for number in span:
        if runs and runs[-1][-1] + 1 == number:
            runs[-1].append(number)
        else:
            runs.append([number])
    return "+".join(f"S{run[0]}" if len(run) == 1 else f"S{run[0]}-S{run[-1]}" for run in runs)


def span_of_name(name: str) -> Span:
    """Return the span that ``span_name`` named."""
    numbers: list[int] = []
    for run in name.split("+"):
        first, _, last = run.replace("S", "").partition("-")
        numbers += range(int(first), int(last or first) + 1)
    return tuple(numbers)


def _locate_all(
    window: NumberedWindow, locator: QuoteLocator, annotator: str, reading: Sequence[ReadUtterance]
) -> tuple[list[_Located], list[Rejection]]:
    """Find where each reported utterance stands; what cannot be found or stands twice is refused."""
    located: list[_Located] = []
    refused: list[Rejection] = []
    seen: set[Span] = set()
    known = range(1, len(window.sentences) + 1)

    def refuse(target: str, text: str, reason: str, stage: Stage = Stage.SALIENCE) -> None:
        refused.append(Rejection(stage, window.window_id, target, _shorten(text), reason, 1, 1, annotator))

    for item in reading:
        claimed = tuple(sorted({number for number in item.numbers if number in known}))
        quotes = [quote for quote in item.quotes if quote.strip()]
        found = {quote: locator.locate(quote, claimed) for quote in quotes}
        lost = [quote for quote in quotes if not found[quote]]
        if not quotes or (lost and claimed and locator.agrees(" ".join(quotes), claimed)):
            numbers, lost = set(claimed), []
        else:
            numbers = {number for place in found.values() for number in place}
        for quote in lost:
            refuse(span_name(claimed) or "?", quote, "the quote does not stand in the window")
        if not quotes and not claimed:
            refuse("?", "", f"no quote, and no sentence {', '.join(map(str, item.numbers)) or 'number'}")
        span = tuple(sorted(numbers))
        if not span:
            continue
        if span in seen:
            refuse(
                span_name(span),
                item.reason,
                "a second entry for the same utterance: one representative gap each",
                Stage.DEPENDENCE,
            )
            continue
        seen.add(span)
        located.append(_Located(span, item.gap_type, item.reason.strip(), " ".join(quotes)))
    return located, refused


def _count_dependence(
    window: NumberedWindow,
    utterance: Span,
    located: Mapping[str, Sequence[_Located]],
    readings: Readings,
    majority: int,
) -> tuple[SalientCandidate, list[Vote], list[Rejection]]:
    name = f"{window.window_id}.{_place(utterance)}"
    labels: dict[str, str] = {}
    reasons: dict[str, str] = {}
    for annotator, own in located.items():
        best = best_overlap([item.span for item in own], utterance)
        if best is None:
            labels[annotator] = NOT_SALIENT
            continue
        gap_type = own[best].gap_type
        labels[annotator] = NO_GAP if gap_type is None else gap_type.value
        reasons[annotator] = own[best].reason
    votes = [
        Vote(
            Stage.DEPENDENCE,
            annotator,
            window.window_id,
            name,
            label,
            _shorten(reasons.get(annotator, "")),
            readings[annotator].reference,
        )
        for annotator, label in labels.items()
    ]
    supporters = tuple(annotator for annotator, label in labels.items() if label != NOT_SALIENT)
    dependent = [annotator for annotator in supporters if labels[annotator] != NO_GAP]
    chosen = majority_label((labels[annotator] for annotator in dependent), majority)
    text = window.text_of(utterance)
    refused = []
    if chosen is None and dependent:
        types = ", ".join(f"{annotator}: {labels[annotator]}" for annotator in dependent)
        refused.append(
            Rejection(
                Stage.DEPENDENCE,
                window.window_id,
                f"{name}.G",
                text,
                f"fewer than {majority} annotators agree on one gap type ({types})",
                len(dependent),
                len(located),
            )
        )
    reason = next((reasons[each] for each in dependent if labels[each] == chosen and reasons[each]), "")
    candidate = SalientCandidate(
        window_id=window.window_id,
        utterance_id=name,
        numbers=utterance,
        turns=window.turns_of(utterance),
        text=text,
        gap_type=None if chosen is None else GapType(chosen),
        reason=reason,
        supporters=supporters,
    )
    return candidate, votes, refused


def _place(span: Span) -> str:
    return f"S{span[0]}" if len(span) == 1 else f"S{span[0]}-{span[-1]}"


def _shorten(text: str) -> str:
    return text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "\u2026"
