"""The telling sentences of a turn as memory items: what extractive summaries are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from streamrecall.baselines.telling_sentences import choose_among
from streamrecall.records import MemoryItem, Turn, one_line
from streamrecall.text.content_words import read_words
from streamrecall.text.sentences import split_sentences
from streamrecall.text.tokens import count_tokens

_FEWEST_WORDS = 2


@dataclass(frozen=True, slots=True)
class TurnSentence:
    """A sentence with its speaker, and the content words it says.

    Attributes:
        item: Names the turn; the turn is partial unless the sentence is all of it.
        words: Content words of the sentence, the speaker's name apart.
        said: The sentence as it stands in the turn, without the speaker.
    """

    item: MemoryItem
    words: frozenset[str]
    said: str = ""


def turn_sentences(turn: Turn) -> list[TurnSentence]:
    """Return the sentences of a turn that have at least two content words, in order."""
    found: list[TurnSentence] = []
    said = one_line(turn.text)
    for text in split_sentences(said):
        words = read_words(text).content
        if len(words) >= _FEWEST_WORDS:
            line = f"{one_line(turn.speaker)}: {text}".removeprefix(": ")
            item = MemoryItem(
                text=line,
                turn_ids=(turn.turn_id,),
                first_turn=turn.index,
                tokens=count_tokens(line + "\n"),
                date=turn.date,
                partial_turn_ids=() if text == said else (turn.turn_id,),
            )
            found.append(TurnSentence(item, words, text))
    return found


def extract_summary(sentences: Sequence[TurnSentence], limit: int) -> list[TurnSentence]:
    """Return the most telling sentences of at most ``limit`` tokens in all, in the order given.

    Words are weighed by how often the given sentences say them, the rest of the dialogue apart.
    """
    words = [sentence.words for sentence in sentences]
    chosen = choose_among(words, [sentence.item.tokens for sentence in sentences], limit)
    return [sentences[position] for position in sorted(chosen)]
