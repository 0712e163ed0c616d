"""BLEU-4 of an answer against its reference (ProStream, appendix B.3)."""

from __future__ import annotations

from functools import cache

from sacrebleu.metrics.bleu import BLEU


@cache
def _bleu() -> BLEU:
    return BLEU(effective_order=True)


def bleu_4(answer: str, reference: str) -> float:
    """Return sentence BLEU-4 in [0, 1] with sacrebleu's tokenizer and exponential smoothing.

    The order is effective: n-grams longer than the answer do not count. Without it a right answer of one
    word would score 0.
    """
    if not answer.strip() or not reference.strip():
        return 0.0
    return min(1.0, float(_bleu().sentence_score(answer, [reference]).score) / 100)
