"""Long turns cut into passages that an engine can say and a recogniser can hear at once."""

from __future__ import annotations

from collections.abc import Iterator

from streamrecall.text.sentences import split_sentences

LONGEST = 360
"""Characters of a passage: about 25 seconds of speech; whisper hears 30 at a time."""


def cut_passages(text: str, longest: int = LONGEST) -> list[str]:
    """Return the text as passages of at most ``longest`` characters, cut between sentences where possible.

    A sentence that is longer is cut between words, a word that is longer anywhere. Runs of blanks become
    one; nothing else is lost.
    """
    passages: list[str] = []
    for piece in _pieces(text, longest):
        if passages and len(passages[-1]) + 1 + len(piece) <= longest:
            passages[-1] += " " + piece
        else:
            passages.append(piece)
    return passages


def _pieces(text: str, longest: int) -> Iterator[str]:
    for sentence in split_sentences(text):
        words = sentence.split()
        if len(" ".join(words)) <= longest:
            yield " ".join(words)
            continue
        for word in words:
            for start in range(0, len(word), longest):
                yield word[start : start + longest]
