"""A-Mem: linked notes that evolve as new ones come in (Xu et al., 2025; ProStream, section 6.1)."""

from __future__ import annotations

from collections.abc import Sequence

from streamrecall.baselines.note_network import NoteNetwork
from streamrecall.baselines.steps.notes import Exchange, Note, NoteKeeper
from streamrecall.baselines.steps.rule_based_notes import RuleBasedNotes
from streamrecall.models.cost_meter import CostMeter
from streamrecall.ports import Embedder
from streamrecall.records import Cue, Memory, MemoryItem, Turn
from streamrecall.retrieval.cue_query import cue_query
from streamrecall.retrieval.memory_items import turn_item
from streamrecall.retrieval.packing import MemoryPacker
from streamrecall.retrieval.stream_history import StreamHistory
from streamrecall.text.tokens import count_tokens

TOP_NOTES = 10
LINKED_SHARE = 0.25
_SHORT_TURN_TOKENS = 5
"""Few turns cost less, so as many notes are ranked as may fit."""


class AMemMemory:
    """Keeps one note per turn, links it to notes it belongs with and lets it change them.

    ``observe`` calls no model; the turns since the last question become notes when the next one comes, in
    the order of the stream, so that neither batches nor questions change what is kept.

    For a question notes are ranked, those linked to one of the ``TOP_NOTES`` best are lent a share of its
    score (section 3.4), and notes are handed over until the budget is full. What a reader sees of a note is
    its turn and, where a model wrote it, its context. Links and evolution of a note are one call, as in the
    authors' program.

    The original describes a turn without its neighbours, ranks by cosine alone and hands every linked note
    over with the one that leads to it. Here the turn before is shown as well, linked notes stand in the
    ranking, and that is fused with BM25 over the notes, which finds evolved notes by their new words without
    embedding them again.

    Args:
        embedder: Makes the vectors.
        keeper: Writes and relates the notes; rules by default.
        name: What tables call it.
        linked: Without links notes are never related, do not evolve and come by rank alone.
    """

    name = "A-Mem"

    def __init__(
        self, embedder: Embedder, keeper: NoteKeeper | None = None, *, name: str = name, linked: bool = True
    ) -> None:
        self.name = name
        self.cost = CostMeter()
        self._keeper = keeper or RuleBasedNotes()
        self._network = NoteNetwork(embedder, self._keeper, self.cost, linked=linked)
        self._history = StreamHistory()
        self._exchanges: list[Exchange] = []

    @property
    def notes(self) -> Sequence[Note]:
        """The notes written so far, in the order of the stream."""
        return self._network.notes

    @property
    def failures(self) -> int:
        """Notes and relations that a model gave no usable reply for."""
        return self._keeper.failures

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns of the dialogue, in order; calls no model."""
        self._history.observe(turns)
        for turn in turns:
            if turn.text.strip():
                before = self._exchanges[-1].turn if self._exchanges else None
                same = before is not None and before.session == turn.session
                self._exchanges.append(Exchange(turn, before if same else None))

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return the turns of the best notes and of those linked to them, then of further notes.

        Raises:
            LookAheadError: If turns at or beyond the cue's horizon were observed.
        """
        self._history.require_horizon(cue)
        packer = MemoryPacker(self.name, budget, abstractive=self._keeper.writes_context)
        pending = self._exchanges[len(self._network.notes) :]
        if pending:
            with self.cost.building():
                self._network.grow(pending)
        query = cue_query(cue)
        if budget > 0 and query.strip():
            for place, score, reason in self._ranked(query, max(TOP_NOTES, budget // _SHORT_TURN_TOKENS)):
                item = self._item(self._network.notes[place], score, reason)
                if item is not None:
                    packer.offer(item)
        return packer.build()

    def _ranked(self, query: str, pool: int) -> list[tuple[int, float, str]]:
        """Return positions of notes, best first, with their scores and what brought them in."""
        ranked = self._network.ranked(query, pool)
        scores, reasons = dict(ranked), dict.fromkeys(dict(ranked), "note")
        lent: dict[int, float] = {}
        for place, score in ranked[:TOP_NOTES]:
            for other in self._network.links[place]:
                lent.setdefault(other, LINKED_SHARE * score)
                if other not in scores:
                    reasons[other] = f"linked to {self._network.notes[place].turn.turn_id}"
        for other, score in lent.items():
            scores[other] = scores.get(other, 0.0) + score
        best = sorted(scores, key=lambda place: (-scores[place], place))
        return [(place, scores[place], reasons[place]) for place in best]

    def _item(self, note: Note, score: float, reason: str) -> MemoryItem | None:
        if not (self._keeper.writes_context and note.context):
            return turn_item(
                note.turn, tokens=self._history.cost(note.turn.index), score=score, reason=reason
            )
        text = f"{note.turn.render()} ({note.context})"
        turn = note.turn
        return MemoryItem(
            text, (turn.turn_id,), turn.index, count_tokens(text + "\n"), turn.date, score, reason
        )
