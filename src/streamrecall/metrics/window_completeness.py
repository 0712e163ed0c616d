"""Window completeness: the share of the window's salient utterances that the summary covers (section 3.3).

Offline rule. A salient utterance is covered when at most as many summary sentences as it has turns, and no
fewer than two, state it together. A sentence that cites window turns counts only for utterances of
those turns; one that cites none counts for any.
"""

from __future__ import annotations

from collections.abc import Sequence

from streamrecall.metrics.statement import stating_sentences
from streamrecall.records import SalientUtterance, SummarySentence
from streamrecall.text.content_words import read_words

STATED_SHARE = 0.6
"""Least share of the utterance's content words in the summary; its numbers must all be there."""


def window_completeness(covered: Sequence[bool]) -> float | None:
    """Return |U+| / |U_sal| (appendix B), or None for a window without salient utterances."""
    return sum(covered) / len(covered) if covered else None


def covering_sentences(utterance: SalientUtterance, sentences: Sequence[SummarySentence]) -> tuple[int, ...]:
    """Return the positions of the summary sentences that cover the utterance, or () where none do."""
    turns = set(utterance.turns)
    candidates = {
        position: read_words(sentence.text)
        for position, sentence in enumerate(sentences)
        if not sentence.window_turn_ids or turns & set(sentence.window_turn_ids)
    }
    return stating_sentences(
        read_words(utterance.utterance), candidates, STATED_SHARE, limit=max(2, len(utterance.turns))
    )
