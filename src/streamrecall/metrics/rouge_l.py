"""ROUGE-L of an answer against its reference (ProStream, appendix B.3)."""

from __future__ import annotations

import re
from functools import cache

from rouge_score.rouge_scorer import RougeScorer

_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]|[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+"
)


class _AnyScript:
    def tokenize(self, text: str) -> list[str]:
        return _WORD.findall(text.casefold())


@cache
def _scorer(any_script: bool) -> RougeScorer:
    return RougeScorer(["rougeL"], use_stemmer=False, tokenizer=_AnyScript() if any_script else None)


def rouge_l(answer: str, reference: str, *, any_script: bool = False) -> float:
    """Return the F measure of ROUGE-L in [0, 1]: rougeL over the whole text, not rougeLsum, no stemming.

    Args:
        answer: The candidate.
        reference: The right answer.
        any_script: Keep words of every script, Chinese and Japanese by character. The tokenizer that the
            field uses keeps a-z and digits only, so that any Chinese answer scores 0.
    """
    return float(_scorer(any_script).score(reference, answer)["rougeL"].fmeasure)
