"""Ablation: without gap-conditioned retrieval (Table 4): the window as it stands is the only query."""

from __future__ import annotations

from streamrecall.ports import Embedder
from streamrecall.records import DetectedGap, Window
from streamrecall.remember.accumulation import Rounds
from streamrecall.remember.memory import ReMEMBER
from streamrecall.text.chunks import CHUNK_OVERLAP, CHUNK_TOKENS


class WholeWindow:
    """Takes the whole window for one gap, with its rendered text as the query."""

    name = "whole window as one query"

    def detect(self, window: Window) -> tuple[DetectedGap, ...]:
        """Return the window as a gap; a window without text has none."""
        first = next((turn for turn in window.turns if turn.text.strip()), None)
        if first is None:
            return ()
        reason = "no gap is looked for: the whole window is the query"
        return (DetectedGap(first.turn_id, first.text.strip(), reason, window.render()),)


class ReMEMBERWithoutGapConditioning(ReMEMBER):
    """Retrieves with the window as a single query; refinement, accumulation and budget stay the same."""

    name = "ReMEMBER w/o gap-conditioned retrieval"

    def __init__(
        self,
        embedder: Embedder,
        *,
        rounds: Rounds = "pass over",
        chunk_tokens: int = CHUNK_TOKENS,
        chunk_overlap: int = CHUNK_OVERLAP,
    ) -> None:
        super().__init__(
            embedder,
            WholeWindow(),
            rounds=rounds,
            chunk_tokens=chunk_tokens,
            chunk_overlap=chunk_overlap,
        )
