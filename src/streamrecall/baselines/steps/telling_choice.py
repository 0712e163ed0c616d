"""The most telling of several quoted sentences, in the order they were given."""

from __future__ import annotations

from collections.abc import Sequence

from streamrecall.baselines.steps.sourced_text import SourcedText
from streamrecall.baselines.telling_sentences import choose_among
from streamrecall.text.content_words import read_words
from streamrecall.text.tokens import count_tokens


def telling_texts(texts: Sequence[SourcedText], tokens: int) -> tuple[SourcedText, ...]:
    """Return texts that cost at most ``tokens`` together, or else the first alone."""
    costs = [count_tokens(text.text + "\n") for text in texts]
    if sum(costs) <= tokens:
        return tuple(texts)
    chosen = choose_among([read_words(text.text).content for text in texts], costs, tokens)
    return tuple(texts[place] for place in sorted(chosen)) or tuple(texts[:1])
