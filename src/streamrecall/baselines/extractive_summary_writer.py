"""Compresses a dialogue without a model: keeps the most telling sentences, each with its speaker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from streamrecall.baselines.summary_writer import SummaryStep
from streamrecall.baselines.telling_sentences import choose_telling
from streamrecall.text.content_words import read_words
from streamrecall.text.sentences import split_sentences
from streamrecall.text.tokens import count_tokens

_SPEAKER_CHARACTERS = 40


class ExtractiveSummaryWriter:
    """Stands in for the model of Inc. Summary and Hier. Summary; nothing is paraphrased.

    Sentences of all given texts compete for the limit and keep their order, so what a running summary once
    left out is gone, as with a model.
    """

    name = "extractive"

    def write_all(self, step: SummaryStep, texts: Sequence[Mapping[str, str]], limit: int) -> list[str]:
        """Return one extract of at most ``limit`` tokens per set of texts, a sentence a line."""
        return [_extract("\n".join(given.values()), limit) for given in texts]


def _extract(text: str, limit: int) -> str:
    said = dict(_sentences(text))
    lines, words = list(said), list(said.values())
    seen = Counter(word for each in words for word in each)
    costs = [count_tokens(line + "\n") for line in lines]
    return "\n".join(lines[place] for place in sorted(choose_telling(words, costs, limit, seen, len(lines))))


def _sentences(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the sentences of rendered turns, each with its speaker, and their content words.

    A sentence with fewer than two content words tells nothing by itself and is left out.
    """
    for line in text.splitlines():
        speaker, colon, said = line.partition(": ")
        named = bool(colon) and len(speaker) <= _SPEAKER_CHARACTERS
        for sentence in split_sentences(said if named else line):
            words = read_words(sentence).content
            if len(words) > 1:
                yield f"{speaker}: {sentence}" if named else sentence, words
