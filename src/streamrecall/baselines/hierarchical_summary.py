"""Hier. Summary: segment summaries merged bottom-up (ReMEMBER, section 5.1, Figure 11)."""

from __future__ import annotations

from collections.abc import Sequence

from streamrecall.baselines.summary_writer import (
    SEGMENT_OVERLAP,
    SEGMENT_TOKENS,
    SummaryWriter,
    summary_memory,
)
from streamrecall.records import Cue, Memory, Turn
from streamrecall.retrieval.stream_index import StreamIndex
from streamrecall.text.tokens import count_tokens


class HierarchicalSummaryMemory:
    """Summarises each segment once and merges the summaries until one is left.

    ``observe`` calls no model. ``recall`` summarises the segments completed since the last one and the
    unfinished one at the end, merges neighbouring summaries in groups that fill a segment, level by level,
    and merges the last group under the budget. Summaries and merges of complete segments are kept, so a
    growing dialogue pays for its new segments and the merges above them.

    Args:
        writer: Writes the summaries.
        summary_tokens: Limit the model is given below the last merge.
        segment_tokens: Tokens per segment, and per group of summaries to be merged.
        segment_overlap: Tokens a segment shares with the one before.
    """

    name = "Hier. Summary"

    def __init__(
        self,
        writer: SummaryWriter,
        *,
        summary_tokens: int = 512,
        segment_tokens: int = SEGMENT_TOKENS,
        segment_overlap: int = SEGMENT_OVERLAP,
    ) -> None:
        if not 0 < 2 * summary_tokens <= segment_tokens:
            raise ValueError("two summaries must fit into a segment, or merging never ends")
        self._writer = writer
        self._summary_tokens = summary_tokens
        self._segment_tokens = segment_tokens
        self._index = StreamIndex(None, segment_tokens, segment_overlap)
        self._segment_summaries: list[str] = []
        self._merges: dict[tuple[str, ...], str] = {}

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns of the dialogue, in order."""
        self._index.observe(turns)

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return the top summary of everything observed, at most ``budget`` tokens of it.

        Raises:
            ReplyError: If a summary stays unusable; those made before it are kept.
        """
        self._index.require_horizon(cue)
        summaries = self._summarise_segments()
        while len(groups := self._group(summaries)) > 1:
            summaries = self._merge(groups)
        top = self._final(summaries, budget) if summaries else ""
        return summary_memory(self.name, top, self._index.turns, budget)

    def _summarise_segments(self) -> list[str]:
        new = self._index.chunks[len(self._segment_summaries) :]
        if not new:
            return list(self._segment_summaries)
        texts = [{"segment": segment.text} for segment in new]
        written = self._writer.write_all("hierarchical_segment", texts, self._summary_tokens)
        summaries = [*self._segment_summaries, *written]
        self._segment_summaries += [
            text for text, segment in zip(written, new, strict=True) if segment.complete
        ]
        return summaries

    def _group(self, summaries: Sequence[str]) -> list[tuple[str, ...]]:
        """Group neighbours, as many as fill a segment and at least two, so that each level is shorter."""
        groups: list[list[str]] = []
        filled = 0
        for summary in summaries:
            cost = count_tokens(summary + "\n\n")
            if not groups or (filled + cost > self._segment_tokens and len(groups[-1]) > 1):
                groups.append([])
                filled = 0
            groups[-1].append(summary)
            filled += cost
        return [tuple(group) for group in groups]

    def _merge(self, groups: Sequence[tuple[str, ...]]) -> list[str]:
        new = [group for group in groups if len(group) > 1 and group not in self._merges]
        texts = [{"summaries": "\n\n".join(group)} for group in new]
        written = self._writer.write_all("hierarchical_merge", texts, self._summary_tokens)
        self._merges.update(zip(new, written, strict=True))
        return [self._merges[group] if len(group) > 1 else group[0] for group in groups]

    def _final(self, summaries: Sequence[str], budget: int) -> str:
        if len(summaries) == 1 and count_tokens(summaries[0] + "\n") <= budget:
            return summaries[0]
        texts = {"summaries": "\n\n".join(summaries)}
        return self._writer.write_all("hierarchical_final", [texts], budget)[0]
