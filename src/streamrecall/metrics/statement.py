"""When a text states something, by its words: the rule that every offline metric builds on.

A text states what is wanted when it holds every wanted number and at least a set share of the wanted
content words. Words of one passage (a turn, one or two sentences) are compared, never of a whole text:
a bag of many words covers anything. Negation counts as one word among others, and paraphrase in other
words is not seen: these are the limits of the rule.
"""

from __future__ import annotations

from collections.abc import Mapping

from streamrecall.text.content_words import Words, coverage

NOTHING_KNOWN: frozenset[str] = frozenset()


def is_stated(
    wanted: Words, present: frozenset[str], share: float, known: frozenset[str] = NOTHING_KNOWN
) -> bool:
    """Return whether ``present`` states ``wanted``, leaving out what is ``known`` anyway.

    Args:
        wanted: What is to be said. Without a content word it cannot be stated.
        present: Content words of the passage.
        share: Least share of the wanted content words.
        known: Words that prove nothing, such as those of the window. Where nothing else is wanted, they
            count after all.
    """
    content = (wanted.content - known) or wanted.content
    numbers = wanted.numbers & content
    return bool(content) and numbers <= present and coverage(content, present) >= share


def stating_sentences(
    wanted: Words,
    sentences: Mapping[int, Words],
    share: float,
    known: frozenset[str] = NOTHING_KNOWN,
    limit: int = 2,
) -> tuple[int, ...]:
    """Return the positions of the fewest sentences that together state ``wanted``, or () where none do.

    Sentences are added greedily, each for the wanted words it adds.

    Args:
        wanted: What is to be said.
        sentences: Position and words of each candidate sentence.
        share: Least share of the wanted content words.
        known: Words that prove nothing; see ``is_stated``.
        limit: Most sentences that may be taken together.
    """
    content = (wanted.content - known) or wanted.content
    chosen: list[int] = []
    present: frozenset[str] = frozenset()
    for _ in range(min(limit, len(sentences))):
        missing = content - present
        best = max(
            (position for position in sentences if position not in chosen),
            key=lambda position: (len(missing & sentences[position].content), -position),
        )
        if not missing & sentences[best].content:
            break
        chosen.append(best)
        present |= sentences[best].content
        if is_stated(wanted, present, share, known):
            return tuple(sorted(chosen))
    return ()
