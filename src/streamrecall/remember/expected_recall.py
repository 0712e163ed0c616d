"""ReMEMBER with a memory that holds as much expected evidence per token as it can.

Three changes to the paper's form, each a parameter: turns are weighed by the evidence model instead of the
cosine alone; a gap's say in the budget is its detector's confidence instead of an even turn in each round;
and a share goes to the latest turns, since windows cut conversations in two.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from streamrecall.ports import Embedder, GapDetector
from streamrecall.records import Cue, DetectedGap, Memory, Turn, Window
from streamrecall.remember.evidence_model import EvidenceModel, EvidenceWeights
from streamrecall.remember.memory import cue_gaps
from streamrecall.retrieval.memory_items import turn_item
from streamrecall.retrieval.packing import MemoryPacker
from streamrecall.retrieval.stream_index import StreamIndex
from streamrecall.text.chunks import CHUNK_OVERLAP, CHUNK_TOKENS

MAX_GAPS = 12
LATEST_SHARE = 0.1
LATEST_SPAN = 100


class ExpectedRecallReMEMBER:
    """Adds up, for each history turn, the probability of being evidence over all gaps, and packs by density.

    value(turn) = (1 - s) * sum over gaps of w(gap) * P(turn | gap) + s * L(turn), with w the confidences
    scaled to sum 1 and L falling by e every ``LATEST_SPAN`` tokens back from the horizon. Turns enter by
    value per token; one that does not fit is passed over. Without gaps the memory is the latest turns.

    Args:
        embedder: Makes the vectors.
        detector: Finds the gaps of a window.
        max_gaps: Uses only so many gaps, the most confident ones; None for all.
        latest_share: s, the weight of the latest turns, in [0, 1].
        even_shares: Gives every gap the same say, whatever its confidence.
        weights: Of the evidence model.
        chunk_tokens: Tokens per chunk.
        chunk_overlap: Tokens a chunk shares with the one before.
    """

    name = "ReMEMBER (expected recall)"

    def __init__(
        self,
        embedder: Embedder,
        detector: GapDetector,
        *,
        max_gaps: int | None = MAX_GAPS,
        latest_share: float = LATEST_SHARE,
        even_shares: bool = False,
        weights: EvidenceWeights | None = None,
        chunk_tokens: int = CHUNK_TOKENS,
        chunk_overlap: int = CHUNK_OVERLAP,
    ) -> None:
        if not 0 <= latest_share <= 1:
            raise ValueError(f"latest_share must lie in [0, 1], got {latest_share}")
        self.detector = detector
        self.max_gaps = max_gaps
        self.latest_share = latest_share
        self.even_shares = even_shares
        self._index = StreamIndex(embedder, chunk_tokens, chunk_overlap)
        self._evidence = EvidenceModel(self._index, weights or EvidenceWeights())

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns to the indexes; vectors wait for the next recall."""
        self._index.observe(turns)
        self._evidence.observe(turns)

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return the turns of most expected evidence per token, in the order of the stream.

        Raises:
            LookAheadError: If turns at or beyond the cue's horizon were observed.
        """
        self._index.require_horizon(cue)
        gaps = cue_gaps(cue, self.detector)[: self.max_gaps]
        self._index.embed_queries([gap.query for gap in gaps])
        session = cue.turns[0].session if isinstance(cue, Window) else ""
        values, reasons = self._values(gaps, session, budget)
        packer = MemoryPacker(self.name, budget)
        for number in sorted(values, key=lambda n: (-values[n] / self._index.cost(n), -n)):
            if self._index.cost(number) > budget - packer.tokens:
                continue
            item = turn_item(
                self._index.turn(number),
                tokens=self._index.cost(number),
                score=values[number],
                reason=reasons[number],
            )
            if item is not None:
                packer.offer(item)
        return packer.build(gaps)

    def _values(
        self, gaps: Sequence[DetectedGap], session: str, budget: int
    ) -> tuple[dict[int, float], dict[int, str]]:
        """Return each candidate turn's value and what contributes most to it."""
        say = {gap: 1.0 if self.even_shares else gap.confidence for gap in gaps}
        total = sum(say.values())
        share = self.latest_share if gaps else 1.0
        values: dict[int, float] = {}
        largest: dict[int, tuple[float, str]] = {}
        sources = [(share, "latest turns", self._latest(budget))] + [
            ((1 - share) * say[gap] / total, f"evidence for: {gap.quote}", probabilities)
            for gap in gaps
            if (probabilities := self._evidence.probabilities(gap.query, session))
        ]
        for weight, reason, probabilities in sources:
            for number, probability in probabilities.items():
                part = weight * probability
                values[number] = values.get(number, 0.0) + part
                if part > largest.get(number, (-1.0, ""))[0]:
                    largest[number] = (part, reason)
        return values, {number: reason for number, (_, reason) in largest.items()}

    def _latest(self, budget: int) -> dict[int, float]:
        """Return the weight of the latest turns, as many as the budget could hold; it sums to 1."""
        weights: dict[int, float] = {}
        back = 0
        for turn in reversed(self._index.turns):
            cost = self._index.cost(turn.index)
            if back > budget:
                break
            if cost:
                back += cost
                weights[turn.index] = cost * math.exp(-back / LATEST_SPAN)
        total = sum(weights.values())
        return {number: weight / total for number, weight in weights.items()} if total else {}
