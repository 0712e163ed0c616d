"""Gap-resolution completeness: the share of memory-resolved gaps that the summary resolves (section 3.3).

Offline rule. Only what the window does not already say proves a resolution: one or two summary sentences
must state the resolution's new content words, or those of a sentence of an evidence turn in memory that
carries much of the resolution. Echoing the utterance, naming the topic or giving another value fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from streamrecall.metrics.statement import stating_sentences
from streamrecall.records import Gap, SummarySentence, Turn
from streamrecall.text.content_words import Words, coverage, read_words
from streamrecall.text.sentences import split_sentences

STATED_SHARE = 0.6
"""Least share of the resolution's new content words in the summary; its new numbers must all be there."""

QUOTED_SHARE = 0.8
"""The same for a sentence of the evidence, which a summary may quote instead."""

RELEVANT_SHARE = 0.3
"""Least share of the resolution's new content words in a sentence of the evidence that may stand for it."""


def gap_resolution_completeness(
    resolved: Sequence[bool], *, memory_is_empty: bool, gaps: int
) -> float | None:
    """Return |G++| / |G+| (appendix B).

    Args:
        resolved: One label per gap that the memory resolves.
        memory_is_empty: No memory was supplied; the paper counts this as 0 (Table 2).
        gaps: Number of annotated gaps of the window.

    Returns:
        None where no gap is resolved by a memory that holds something: the share is undefined.
    """
    if resolved:
        return sum(resolved) / len(resolved)
    return 0.0 if memory_is_empty and gaps else None


def resolving_sentences(
    gap: Gap,
    utterance: str,
    window_words: frozenset[str],
    evidence: Iterable[Turn],
    sentences: Sequence[SummarySentence],
) -> tuple[int, ...]:
    """Return the positions of the summary sentences that express the resolution, or () where none do.

    Args:
        gap: The annotated gap.
        utterance: Its salient utterance.
        window_words: Content words of the rendered window, speakers included.
        evidence: The evidence turns that the memory holds.
        sentences: The summary.
    """
    words = {position: read_words(sentence.text) for position, sentence in enumerate(sentences)}
    resolution = read_words(gap.resolution)
    known = window_words if resolution.content - window_words else read_words(utterance).content
    stated = stating_sentences(resolution, words, STATED_SHARE, known)
    if stated:
        return stated
    for answer in _answering_sentences(resolution, known, evidence):
        quoted = stating_sentences(answer, words, QUOTED_SHARE, known)
        if quoted:
            return quoted
    return ()


def _answering_sentences(
    resolution: Words, known: frozenset[str], evidence: Iterable[Turn]
) -> Iterator[Words]:
    wanted = resolution.content - known
    for turn in evidence:
        for sentence in split_sentences(turn.text):
            words = read_words(sentence)
            if words.content - known and wanted and coverage(wanted, words.content) >= RELEVANT_SHARE:
                yield words
