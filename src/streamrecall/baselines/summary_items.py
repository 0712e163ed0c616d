"""Sentences of a written summary as memory items, each with the turns its words come from."""

from __future__ import annotations

from collections.abc import Sequence

from streamrecall.records import MemoryItem, Turn, one_line
from streamrecall.text.content_words import read_words
from streamrecall.text.sentences import split_sentences
from streamrecall.text.tokens import count_tokens

_SAME_SAYING = 0.6
"""Least share of a turn's content words that a sentence repeats to count as telling the turn."""


def summary_items(
    summary: str, sources: Sequence[Turn], *, score: float | None = None, reason: str = ""
) -> list[MemoryItem]:
    """Return one item per sentence of a summary.

    A sentence names the turns that it tells, by the share of their content words it repeats, or else the
    one turn it shares most words with (the earliest of equals). A turn of its speaker's name and small words
    ("Ann: Yes.") is not told by every sentence that names the speaker. A summary of a hundred turns thus
    never counts as holding all hundred. A sentence that shares no word with any source names the first
    source: something must stand behind it, and that is where the summarised part begins.

    Args:
        summary: What was written; may be empty.
        sources: The turns it was written from, in order; those without text are passed over.
        score: The method's score of the summary.
        reason: What brought it in.
    """
    spoken = [(turn, read_words(turn.render()).content) for turn in sources if turn.text.strip()]
    own = [read_words(turn.text).content for turn, _ in spoken]
    if not spoken:
        return []
    items = []
    for sentence in split_sentences(one_line(summary)):
        said = read_words(sentence).content
        shared = [len(said & words) for _, words in spoken]
        told = [
            turn
            for (turn, words), of_text, count in zip(spoken, own, shared, strict=True)
            if count >= _SAME_SAYING * len(words) and said & of_text
        ] or [spoken[shared.index(max(shared))][0]]
        items.append(
            MemoryItem(
                text=sentence,
                turn_ids=tuple(turn.turn_id for turn in told),
                first_turn=told[0].index,
                tokens=count_tokens(sentence + "\n"),
                date=told[0].date,
                score=score,
                reason=reason,
            )
        )
    return items
