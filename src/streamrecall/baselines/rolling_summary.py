"""Rolling Summary: one summary, rewritten as the stream goes on (ProStream, section 6.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from streamrecall.baselines.steps.rolling_summary import SummaryReviser
from streamrecall.baselines.summary_items import summary_items
from streamrecall.baselines.telling_sentences import choose_telling
from streamrecall.baselines.turn_sentences import TurnSentence, turn_sentences
from streamrecall.models.cost_meter import CostMeter
from streamrecall.records import Cue, Memory, Turn, render_turns
from streamrecall.retrieval.packing import MemoryPacker
from streamrecall.retrieval.stream_history import StreamHistory

_PART_TOKENS = 1024


class RollingSummaryMemory:
    """Keeps one summary of the dialogue and rewrites it with each new part; it never depends on the question.

    ``observe`` rewrites nothing. ``recall`` works in the parts completed since the last one and keeps the
    result; the part that still grows takes one more rewriting, which is not kept.

    With a reviser a model rewrites, and the summary is its words. Without one the most telling sentences of
    the old summary and of the new part are kept: chosen greedily by the rarity of the words that the chosen
    ones do not yet say, per token, and never paraphrased. Either way what is once left out is gone.

    Args:
        summary_tokens: Size of the summary.
        part_tokens: Tokens of telling sentences between two rewritings.
        reviser: Writes the summary.
    """

    name = "Rolling Summary"

    def __init__(
        self,
        summary_tokens: int = 1024,
        part_tokens: int = _PART_TOKENS,
        reviser: SummaryReviser | None = None,
    ) -> None:
        self.summary_tokens = summary_tokens
        self.part_tokens = part_tokens
        self.cost = CostMeter()
        self._reviser = reviser
        self._summary: list[TurnSentence] = []
        self._part: list[TurnSentence] = []
        self._part_turns: list[Turn] = []
        self._pending = 0
        self._history = StreamHistory()
        self._read = 0
        self._seen: Counter[str] = Counter()
        self._sentences = 0

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns of the dialogue, in order."""
        self._history.observe(turns)

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return the summary with the part not yet in it, cut to ``budget``.

        Raises:
            LookAheadError: If turns at or beyond the cue's horizon were observed.
            ReplyError: If a model's summary stays unusable; what was worked in before it is kept.
        """
        self._history.require_horizon(cue)
        packer = MemoryPacker(self.name, budget, abstractive=True)
        if self._read < len(self._history.turns) or self._pending >= self.part_tokens:
            with self.cost.building():
                self._catch_up()
        if budget > 0:
            for sentence in self._revised(budget):
                packer.offer(replace(sentence.item, reason="summary"))
        return packer.build()

    def _catch_up(self) -> None:
        """Read the turns since the last time, rewriting after each full part."""
        while self._read < len(self._history.turns) or self._pending >= self.part_tokens:
            if self._pending >= self.part_tokens:
                revised = self._revised(self.summary_tokens)
                if self._reviser is None:
                    revised.sort(key=lambda sentence: sentence.item.first_turn)
                self._summary = revised
                self._part, self._part_turns, self._pending = [], [], 0
                continue
            turn = self._history.turns[self._read]
            self._read += 1
            self._part_turns.append(turn)
            for sentence in turn_sentences(turn):
                self._part.append(sentence)
                self._pending += sentence.item.tokens
                self._seen.update(sentence.words)
                self._sentences += 1

    def _revised(self, tokens: int) -> list[TurnSentence]:
        """Return the summary with the part worked in; best first by extraction, as written by a model."""
        summary = " ".join(sentence.item.text for sentence in self._summary)
        if self._part:
            self.cost.charge([summary, render_turns(self._part_turns)])
        if self._reviser is None:
            return self._choose([*self._summary, *self._part], tokens)
        if not self._part:
            return self._summary
        written = self._reviser.revise(summary, self._part_turns, tokens)
        items = summary_items(written, [*self._told(), *self._part_turns])
        return [TurnSentence(item, frozenset()) for item in items]

    def _told(self) -> list[Turn]:
        """Return the turns behind the summary, in order."""
        told = {turn_id for sentence in self._summary for turn_id in sentence.item.turn_ids}
        turns = (self._history.find(turn_id) for turn_id in told)
        return sorted((turn for turn in turns if turn is not None), key=lambda turn: turn.index)

    def _choose(self, sentences: list[TurnSentence], tokens: int) -> list[TurnSentence]:
        """Return sentences of at most ``tokens`` in all, the most telling first."""
        chosen = choose_telling(
            [sentence.words for sentence in sentences],
            [sentence.item.tokens for sentence in sentences],
            tokens,
            self._seen,
            self._sentences,
        )
        return [sentences[position] for position in chosen]
