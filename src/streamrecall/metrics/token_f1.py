"""Token F1 of an answer against its reference, the usual measure of LoCoMo's questions."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

_WORD = re.compile(r"[^\W_]+")
_LEFT_OUT = frozenset({"a", "an", "the", "and"})


def token_f1(answer: str, reference: str) -> float:
    """Return the harmonic mean of the precision and recall of words, each counted as often as it stands.

    Case, punctuation, articles and "and" do not count. 0 where either text has no words.
    """
    said, wanted = _words(answer), _words(reference)
    shared = sum((said & wanted).values())
    if not shared:
        return 0.0
    precision, recall = shared / said.total(), shared / wanted.total()
    return 2 * precision * recall / (precision + recall)


def _words(text: str) -> Counter[str]:
    words = _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
    return Counter(word for word in words if word not in _LEFT_OUT)
