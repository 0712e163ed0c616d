"""Inc. Summary: a running summary that each new segment is worked into (ReMEMBER, section 5.1, Figure 11)."""

from __future__ import annotations

from collections.abc import Sequence

from streamrecall.baselines.summary_writer import (
    SEGMENT_OVERLAP,
    SEGMENT_TOKENS,
    SummaryStep,
    SummaryWriter,
    summary_memory,
)
from streamrecall.records import Chunk, Cue, Memory, Turn
from streamrecall.retrieval.stream_index import StreamIndex


class IncrementalSummaryMemory:
    """Keeps one running summary of the dialogue.

    ``observe`` calls no model. ``recall`` works in the segments completed since the last one, one call
    each, and keeps the result; the unfinished segment at the end takes one more call, whose result is not
    kept because the segment still grows.

    Args:
        writer: Writes the summaries.
        summary_tokens: Limit the model is given for the running summary.
        segment_tokens: Tokens per segment.
        segment_overlap: Tokens a segment shares with the one before.
    """

    name = "Inc. Summary"

    def __init__(
        self,
        writer: SummaryWriter,
        *,
        summary_tokens: int = 1024,
        segment_tokens: int = SEGMENT_TOKENS,
        segment_overlap: int = SEGMENT_OVERLAP,
    ) -> None:
        self._writer = writer
        self._summary_tokens = summary_tokens
        self._index = StreamIndex(None, segment_tokens, segment_overlap)
        self._running = ""
        self._segments_done = 0

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns of the dialogue, in order."""
        self._index.observe(turns)

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return the running summary of everything observed, at most ``budget`` tokens of it.

        Raises:
            ReplyError: If a segment could not be summarised; what was done before it is kept.
        """
        self._index.require_horizon(cue)
        latest = self._running
        for segment in self._index.chunks[self._segments_done :]:
            latest = self._work_in(latest, segment)
            if segment.complete:
                self._running = latest
                self._segments_done += 1
        return summary_memory(self.name, latest, self._index.turns, budget)

    def _work_in(self, running: str, segment: Chunk) -> str:
        texts = {"segment": segment.text}
        step: SummaryStep = "incremental_initial"
        if running:
            texts = {"running_summary": running, **texts}
            step = "incremental_update"
        return self._writer.write_all(step, [texts], self._summary_tokens)[0]
