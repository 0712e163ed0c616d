"""The notes of a stream with their links, grown note by note (A-Mem, sections 3.1 to 3.3)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from streamrecall.baselines.steps.notes import Exchange, Note, NoteKeeper
from streamrecall.models.cost_meter import CostMeter
from streamrecall.ports import Embedder, Vectors
from streamrecall.retrieval.bm25 import IncrementalBM25
from streamrecall.retrieval.dense import DenseIndex
from streamrecall.retrieval.rank_fusion import fuse_rankings
from streamrecall.retrieval.words import words

BEFORE_WEIGHT = 0.5


class NoteNetwork:
    """Notes in the order of the stream; each is related to its nearest elders when it comes in.

    A note is embedded once, as it was first written. What evolution adds to it is found by its words. Where
    no model wrote its context, its vector is that of its turn plus ``BEFORE_WEIGHT`` times that of the turn
    it answers: both turns are embedded anyway, and rules describe a turn in its own words.

    Args:
        embedder: Makes the vectors.
        keeper: Writes and relates the notes.
        cost: Where the keeper's calls are charged.
        nearest: Elder notes that a new one is laid beside (the ``k`` of equation 5).
        similarity: Least cosine of a note that may be linked or evolve.
        linked: Whether notes are related at all.
    """

    def __init__(
        self,
        embedder: Embedder,
        keeper: NoteKeeper,
        cost: CostMeter,
        *,
        nearest: int = 5,
        similarity: float = 0.4,
        linked: bool = True,
    ) -> None:
        self.notes: list[Note] = []
        self.links: list[tuple[int, ...]] = []
        self._embedder = embedder
        self._keeper = keeper
        self._cost = cost
        self._nearest = nearest
        self._similarity = similarity
        self._linked = linked
        self._vectors: DenseIndex | None = None
        self._lexicon = IncrementalBM25()

    def grow(self, exchanges: Sequence[Exchange]) -> None:
        """Add one note per exchange, in order; the outcome does not depend on how they are batched."""
        if not exchanges:
            return
        for exchange in exchanges:
            before = [] if exchange.before is None else [exchange.before.render()]
            self._cost.charge([*before, exchange.turn.render()])
        notes = self._keeper.describe(exchanges)
        if self._vectors is None:
            self._vectors = DenseIndex(self._embedder.dimension)
        vectors = self._vectors_of(notes, exchanges)
        for row, note in enumerate(notes):
            near = self._vectors.search(vectors[row], self._nearest) if self._linked else []
            elders = [place for place, cosine in near if cosine >= self._similarity]
            related, links = self._relate(note, elders)
            self._vectors.append(vectors[row : row + 1])
            self._lexicon.append(_searched_words(related))
            self.notes.append(related)
            self.links.append(links)
            for elder in links:
                self.links[elder] = (*self.links[elder], len(self.notes) - 1)

    def ranked(self, query: str, pool: int) -> list[tuple[int, float]]:
        """Return positions of notes with their scores: the ``pool`` best by cosine and by words, fused."""
        if self._vectors is None:
            return []
        by_vector = self._vectors.search(self._embedder.embed([query], kind="query")[0], pool)
        by_words = self._lexicon.search(words(query), pool)
        return fuse_rankings([[place for place, _ in found] for found in (by_vector, by_words)])

    def _vectors_of(self, notes: Sequence[Note], exchanges: Sequence[Exchange]) -> Vectors:
        """Return one unit row per note: of its text, or by rules of what it was made from."""
        if self._keeper.writes_context:
            return self._embedder.embed([note.render() for note in notes])
        rows = self._embedder.embed([exchange.turn.render() for exchange in exchanges]).copy()
        answered = [row for row, exchange in enumerate(exchanges) if exchange.before is not None]
        befores = [exchange.before.render() for exchange in exchanges if exchange.before is not None]
        if befores:
            rows[answered] += BEFORE_WEIGHT * self._embedder.embed(befores)
        unit: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True).clip(min=1e-12)
        return unit

    def _relate(self, note: Note, elders: Sequence[int]) -> tuple[Note, tuple[int, ...]]:
        if not elders:
            return note, ()
        nearest = [self.notes[elder] for elder in elders]
        self._cost.charge([note.render(), *(each.render() for each in nearest)])
        relation = self._keeper.relate(note, nearest)
        for position, evolved in relation.evolved.items():
            place = elders[position]
            self._lexicon.replace(place, _searched_words(self.notes[place]), _searched_words(evolved))
            self.notes[place] = evolved
        return relation.note, tuple(elders[position] for position in relation.links)


def _searched_words(note: Note) -> list[str]:
    """Return the words of a note as it reads now, each once."""
    return list(dict.fromkeys(words(note.render())))
