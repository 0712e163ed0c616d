"""The offline judge: the rules of the metrics joined; no model, deterministic, named "offline" in tables."""

from __future__ import annotations

from collections.abc import Mapping

from streamrecall.metrics.faithfulness import label_facts, read_sources
from streamrecall.metrics.gap_resolution_completeness import resolving_sentences
from streamrecall.metrics.judgement import FactLabel, GapLabel, Judgement, UtteranceLabel
from streamrecall.metrics.memory_recall import held_evidence, resolution_stated
from streamrecall.metrics.scores import score_labels
from streamrecall.metrics.window_completeness import covering_sentences
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
            scores=score_labels(memory, summary, gaps, utterances, facts),
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
