"""The metrics of one instance from its labels, whoever gave them."""

from __future__ import annotations

from streamrecall.metrics.composite import composite
from streamrecall.metrics.conciseness import conciseness
from streamrecall.metrics.faithfulness import faithfulness
from streamrecall.metrics.gap_resolution_completeness import gap_resolution_completeness
from streamrecall.metrics.judgement import FactLabel, GapLabel, Scores, UtteranceLabel
from streamrecall.metrics.memory_recall import memory_recall
from streamrecall.metrics.window_completeness import window_completeness
from streamrecall.records import Memory, Summary


def score_labels(
    memory: Memory,
    summary: Summary | None,
    gaps: tuple[GapLabel, ...],
    utterances: tuple[UtteranceLabel, ...],
    facts: tuple[FactLabel, ...],
) -> Scores:
    """Return the scores; without a summary, memory recall alone."""
    recall = memory_recall([gap.recalled for gap in gaps])
    recall_all = memory_recall([gap.recalled_all for gap in gaps])
    if summary is None:
        return Scores(recall, recall_all)
    window = window_completeness([utterance.covered for utterance in utterances])
    resolution = gap_resolution_completeness(
        [bool(gap.resolved) for gap in gaps if gap.recalled],
        memory_is_empty=not memory.items,
        gaps=len(gaps),
    )
    concise = conciseness(
        len(summary.sentences),
        (position for utterance in utterances for position in utterance.sentences),
        (position for gap in gaps for position in gap.sentences),
    )
    faithful = faithfulness([fact.supported for fact in facts])
    return Scores(
        memory_recall=recall,
        memory_recall_all=recall_all,
        window_completeness=window,
        gap_resolution_completeness=resolution,
        conciseness=concise,
        faithfulness=faithful,
        composite=composite(window, resolution, concise, faithful),
    )
