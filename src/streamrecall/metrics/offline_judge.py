"""The offline judge: the rules of the metrics joined; no model, deterministic, named "offline" in tables."""

from __future__ import annotations

from collections.abc import Mapping

from streamrecall.metrics.composite import composite
from streamrecall.metrics.conciseness import conciseness
from streamrecall.metrics.faithfulness import faithfulness, label_facts, read_sources
from streamrecall.metrics.gap_resolution_completeness import (
    gap_resolution_completeness,
    resolving_sentences,
)
from streamrecall.metrics.judgement import FactLabel, GapLabel, Judgement, Scores, UtteranceLabel
from streamrecall.metrics.memory_recall import held_evidence, memory_recall, resolution_stated
from streamrecall.metrics.window_completeness import covering_sentences, window_completeness
from streamrecall.records import Gap, Instance, Memory, SalientUtterance, Summary, Turn
from streamrecall.text.content_words import read_words


class OfflineJudge:
    """Scores by words: verbatim evidence, covered content words, supported numbers and names.

    It accepts less paraphrase than a model and cannot see a changed meaning in the same words; its scores
    are comparable with one another and not with the paper's.
    """

    name = "offline"

    def judge(
        self,
        instance: Instance,
        memory: Memory,
        summary: Summary | None,
        history: Mapping[str, Turn],
        failed: str = "",
    ) -> Judgement:
        """Return the labels and scores of one memory and, where there is one, its summary.

        Args:
            instance: The annotated window.
            memory: What the method handed over.
            summary: What the summarizer made of it; None to score the memory alone.
            history: ``turn_id`` -> turn, at least of every evidence turn.
            failed: Why the memory is missing; its labels are then negative.

        Raises:
            DataError: If an evidence turn is not in ``history``.
        """
        window_words = read_words(instance.window.render()).content
        gaps = tuple(
            _label_gap(
                utterance,
                utterance.gap,
                window_words=window_words,
                memory=memory,
                summary=summary,
                history=history,
            )
            for utterance in instance.salient
            if utterance.gap is not None
        )
        utterances: tuple[UtteranceLabel, ...] = ()
        facts: tuple[FactLabel, ...] = ()
        if summary is not None:
            utterances = tuple(_label_utterance(utterance, summary) for utterance in instance.salient)
            facts = label_facts(summary, read_sources(instance.window, memory))
        return Judgement(
            window_id=instance.window.window_id,
            method=memory.method,
            summarizer="" if summary is None else summary.summarizer,
            scored_by=self.name,
            gaps=gaps,
            utterances=utterances,
            facts=facts,
            scores=_score(memory, summary, gaps, utterances, facts),
            failed=failed or ("" if summary is None else summary.failed),
        )


def _label_gap(
    utterance: SalientUtterance,
    gap: Gap,
    *,
    window_words: frozenset[str],
    memory: Memory,
    summary: Summary | None,
    history: Mapping[str, Turn],
) -> GapLabel:
    held = held_evidence(gap, memory, history)
    stated = resolution_stated(gap, memory, window_words)
    recalled = stated or bool(held)
    sentences: tuple[int, ...] = ()
    if recalled and summary is not None:
        evidence = [history[turn_id] for turn_id in held]
        sentences = resolving_sentences(gap, utterance.utterance, window_words, evidence, summary.sentences)
    return GapLabel(
        gap_id=gap.gap_id,
        type=gap.type,
        recalled=recalled,
        recalled_all=stated or (bool(held) and set(held) == set(gap.evidence) - set(gap.superseded)),
        held=held,
        resolved=bool(sentences) if recalled and summary is not None else None,
        sentences=sentences,
    )


def _label_utterance(utterance: SalientUtterance, summary: Summary) -> UtteranceLabel:
    sentences = covering_sentences(utterance, summary.sentences)
    return UtteranceLabel(utterance.utterance_id, bool(sentences), sentences)


def _score(
    memory: Memory,
    summary: Summary | None,
    gaps: tuple[GapLabel, ...],
    utterances: tuple[UtteranceLabel, ...],
    facts: tuple[FactLabel, ...],
) -> Scores:
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
