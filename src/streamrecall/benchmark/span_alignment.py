"""Spans of different annotators aligned into utterances, sentence by sentence.

A sentence belongs to an utterance when a majority of the annotators cover it; two neighbouring ones belong
to the same utterance when a majority put them into one span. So ``{3, 4}``, ``{4}`` and ``{3, 4, 5}`` make
``{3, 4}``, and one annotator who splits what the others merged does not split it for all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from streamrecall.benchmark.window_sentences import NumberedWindow

Span = tuple[int, ...]
"""Sentence numbers, ascending."""


def align_spans(
    window: NumberedWindow, spans: Mapping[str, Sequence[Span]], majority: int
) -> tuple[list[Span], list[tuple[Span, int]]]:
    """Return the utterances that the majority agrees on, and the spans it does not.

    Args:
        window: Where the spans stand.
        spans: By annotator.
        majority: Least number of annotators.

    Returns:
        The utterances in the order of the window, and each span (once) none of whose sentences is in an
        utterance, with the number of annotators who have exactly it.
    """
    covered = {annotator: {number for span in own for number in span} for annotator, own in spans.items()}
    kept = [
        sentence.number
        for sentence in window.sentences
        if sum(sentence.number in own for own in covered.values()) >= majority
    ]
    utterances: list[list[int]] = []
    for number in kept:
        last = utterances[-1][-1] if utterances else None
        if last is not None and _adjoin(window, last, number) and _together(spans, last, number) >= majority:
            utterances[-1].append(number)
        else:
            utterances.append([number])
    agreed = set(kept)
    left: dict[Span, int] = {}
    for own in spans.values():
        for span in dict.fromkeys(own):
            if agreed.isdisjoint(span):
                left[span] = left.get(span, 0) + 1
    return [tuple(utterance) for utterance in utterances], sorted(left.items())


def best_overlap(spans: Sequence[Span], utterance: Span) -> int | None:
    """Return the position of the span that shares most sentences with the utterance; None for none."""
    shared = [len(set(span).intersection(utterance)) for span in spans]
    best = max(range(len(spans)), key=lambda position: (shared[position], -position), default=None)
    return best if best is not None and shared[best] else None


def _together(spans: Mapping[str, Sequence[Span]], first: int, second: int) -> int:
    return sum(any(first in span and second in span for span in own) for own in spans.values())


def _adjoin(window: NumberedWindow, first: int, second: int) -> bool:
    """Whether one follows the other, with nothing or only whole turns between them."""
    if first + 1 == second:
        return True
    return window.sentence(first).last_in_turn and window.sentence(second).first_in_turn
