"""Which history turn holds the evidence of a gap: a probability over turns instead of one similarity.

The paper ranks turns by cosine alone. Annotated evidence shows more: its chunk ranks high, it shares rare
words with the query, a neighbour is close to the query as well, it is long rather than short, later rather
than earlier, and often of the very session that the window's edge cuts in two. The model is a softmax over
the candidate turns of a weighted sum of these (a conditional logit).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields

import numpy as np
import numpy.typing as npt

from streamrecall.records import Turn
from streamrecall.retrieval.bm25 import IncrementalBM25
from streamrecall.retrieval.rank_fusion import RRF_K
from streamrecall.retrieval.stream_index import POOL, StreamIndex
from streamrecall.retrieval.words import words


@dataclass(frozen=True, slots=True)
class EvidenceWeights:
    """Weights of the evidence model, rounded from a fit on annotated gaps; each has a wide plateau.

    Attributes:
        similarity: Of the cosine of turn and query.
        chunk_rank: Of its best chunk's fused rank score, scaled to 1 for the first of both retrievers.
        words: Of the turn's BM25 score, scaled to 1 for the best candidate.
        neighbour: Of the higher cosine of the turns just before and after it.
        length: Of the log of its tokens.
        distance: Against the log of the number of turns between it and the horizon.
        same_session: For a turn of the session that the window's first turn continues.
    """

    similarity: float = 10.0
    chunk_rank: float = 4.5
    words: float = 4.0
    neighbour: float = 4.5
    length: float = 1.2
    distance: float = 0.5
    same_session: float = 1.0


class EvidenceModel:
    """Keeps what the weights need beyond the stream index: BM25 over single turns.

    Args:
        index: The history; ``observe`` must be called with the same turns.
        weights: The model's weights.
    """

    def __init__(self, index: StreamIndex, weights: EvidenceWeights) -> None:
        self._index = index
        self._weights = weights
        self._bm25 = IncrementalBM25()
        self._position: dict[int, int] = {}

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns."""
        for turn in turns:
            self._position[turn.index] = len(self._bm25)
            self._bm25.append(words(turn.render()) if turn.text.strip() else [])

    def probabilities(self, query: str, session: str) -> dict[int, float]:
        """Return P(turn holds the evidence) by turn index, over the turns of the pooled chunks.

        Args:
            query: The gap query.
            session: The session that the cue continues; empty where there is none.
        """
        numbers, features = self.features(query, session)
        if not numbers:
            return {}
        weights = np.array(astuple(self._weights))
        return dict(zip(numbers, _softmax(features @ weights).tolist(), strict=True))

    def features(self, query: str, session: str) -> tuple[list[int], npt.NDArray[np.float64]]:
        """Return the indexes of the candidate turns and what the weights multiply, to fit weights on.

        Args:
            query: The gap query.
            session: As for ``probabilities``.

        Returns:
            The candidates, and a matrix of shape (candidates, weights) with a column for each field of
            ``EvidenceWeights``, in their order; ``distance`` is negative, since its weight counts against.
        """
        turns, ranks = self._candidates(query)
        numbers = list(turns)
        if not numbers:
            return [], np.zeros((0, len(fields(EvidenceWeights))))
        cosines = self._index.turn_similarities(query, numbers).astype(np.float64)
        similarity = dict(zip(numbers, cosines.tolist(), strict=True))
        positions = np.array([self._position[number] for number in numbers])
        bm25 = self._bm25.scores(words(query))[positions]
        columns = (
            cosines,
            [ranks[number] for number in numbers],
            bm25 / max(float(bm25.max()), 1e-9),
            [
                max(similarity.get(number - 1, 0.0), similarity.get(number + 1, 0.0), 0.0)
                for number in numbers
            ],
            np.log([self._index.cost(number) for number in numbers]),
            -np.log(len(self._bm25) - positions),
            [float(bool(session) and turn.session == session) for turn in turns.values()],
        )
        return numbers, np.column_stack(columns)

    def _candidates(self, query: str) -> tuple[dict[int, Turn], dict[int, float]]:
        """Return the turns of the pooled chunks and each one's best chunk score, at most 1."""
        turns: dict[int, Turn] = {}
        ranks: dict[int, float] = {}
        for hit in self._index.fused(query, 2 * POOL):
            for turn in self._index.turns_of(hit.chunk):
                turns[turn.index] = turn
                ranks[turn.index] = max(ranks.get(turn.index, 0.0), hit.score * (RRF_K + 1) / 2)
        return turns, ranks


def _softmax(logits: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    powers = np.exp(logits - logits.max())
    shares: npt.NDArray[np.float64] = powers / powers.sum()
    return shares
