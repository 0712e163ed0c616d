"""A corpus cut to its first dialogues, for a first look at what a run gives."""

from __future__ import annotations

from streamrecall.corpora.corpus import Corpus, Oddity, build_corpus

LEFT_OUT = "dialogue left out by the limit"


def first_dialogues(corpus: Corpus, count: int) -> Corpus:
    """Return the first ``count`` dialogues with their questions.

    The report still counts every message of the source; those of the dialogues left out are skipped, and
    each such dialogue is named.

    Raises:
        ValueError: If ``count`` is below 1.
    """
    if count < 1:
        raise ValueError(f"a corpus is cut to at least one dialogue, got {count}")
    kept = corpus.dialogues[:count]
    names = {dialogue.dialogue_id for dialogue in kept}
    report = corpus.report
    left_out = [
        Oddity(each.corpus, each.dialogue_id, LEFT_OUT, len(each.turns), each.turns[0].turn_id)
        for each in corpus.dialogues[count:]
        if each.turns
    ]
    return build_corpus(
        corpus.name,
        kept,
        [question for question in corpus.questions if question.dialogue_id in names],
        references=[each for each in report.references if each.dialogue_id in names],
        oddities=[*report.oddities, *left_out],
        skipped=report.messages - sum(len(dialogue.turns) for dialogue in kept),
    )
