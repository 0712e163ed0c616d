"""Rolling Summary: one summary, rewritten as the stream goes on (ProStream, section 6.1), by extraction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from streamrecall.baselines.telling_sentences import choose_telling
from streamrecall.errors import DataError, LookAheadError
from streamrecall.records import Cue, Memory, MemoryItem, Turn, one_line
from streamrecall.retrieval.packing import MemoryPacker
from streamrecall.text.content_words import read_words
from streamrecall.text.sentences import split_sentences
from streamrecall.text.tokens import count_tokens

_PART_TOKENS = 1024


@dataclass(frozen=True, slots=True)
class _Sentence:
    item: MemoryItem
    words: frozenset[str]


class RollingSummaryMemory:
    """Keeps the most telling sentences of the old summary and of each new part of the dialogue.

    Sentences are chosen greedily by the rarity of the words that the chosen ones do not yet say, per token.
    What a part's summary leaves out is gone, as with a model's rolling summary; nothing is paraphrased. The
    summary never depends on the question.

    Args:
        summary_tokens: Size of the summary.
        part_tokens: Tokens of dialogue between two rewritings.
    """

    name = "Rolling Summary (extractive)"

    def __init__(self, summary_tokens: int = 1024, part_tokens: int = _PART_TOKENS) -> None:
        self.summary_tokens = summary_tokens
        self.part_tokens = part_tokens
        self._summary: list[_Sentence] = []
        self._part: list[_Sentence] = []
        self._pending = 0
        self._seen: Counter[str] = Counter()
        self._sentences = 0
        self._dialogue_id: str | None = None
        self._next = 0

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns of the dialogue, in order."""
        for turn in turns:
            if self._dialogue_id not in (None, turn.dialogue_id) or turn.index < self._next:
                raise DataError(
                    f"dialogue {turn.dialogue_id!r}: turn {turn.index} does not continue "
                    f"{self._dialogue_id!r} at turn {self._next}.",
                    hint="Use one memory per dialogue and feed each turn once, in order.",
                )
            self._dialogue_id, self._next = turn.dialogue_id, turn.index + 1
            for sentence in _sentences(turn):
                self._part.append(sentence)
                self._pending += sentence.item.tokens
                self._seen.update(sentence.words)
                self._sentences += 1
            if self._pending >= self.part_tokens:
                self._rewrite()

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return the summary with the part not yet in it, cut to ``budget`` by the same choice."""
        if self._dialogue_id is not None and cue.dialogue_id != self._dialogue_id:
            raise DataError(f"a cue of {cue.dialogue_id!r} was put to a memory of {self._dialogue_id!r}.")
        if self._next > cue.horizon:
            raise LookAheadError(
                f"the cue may see turns before {cue.horizon}, but turn {self._next - 1} was observed."
            )
        packer = MemoryPacker(self.name, budget, abstractive=True)
        for sentence in self._choose([*self._summary, *self._part], budget):
            packer.offer(sentence.item)
        return packer.build()

    def _rewrite(self) -> None:
        chosen = self._choose([*self._summary, *self._part], self.summary_tokens)
        self._summary = sorted(chosen, key=lambda sentence: sentence.item.first_turn)
        self._part, self._pending = [], 0

    def _choose(self, sentences: list[_Sentence], tokens: int) -> list[_Sentence]:
        """Return sentences of at most ``tokens`` in all, the most telling first."""
        chosen = choose_telling(
            [sentence.words for sentence in sentences],
            [sentence.item.tokens for sentence in sentences],
            tokens,
            self._seen,
            self._sentences,
        )
        return [sentences[position] for position in chosen]


def _sentences(turn: Turn) -> list[_Sentence]:
    found: list[_Sentence] = []
    for text in split_sentences(one_line(turn.text)):
        words = read_words(text).content
        if len(words) > 1:
            line = f"{one_line(turn.speaker)}: {text}".removeprefix(": ")
            item = MemoryItem(
                line, (turn.turn_id,), turn.index, count_tokens(line + "\n"), turn.date, reason="summary"
            )
            found.append(_Sentence(item, words))
    return found
