"""One summary per window and memory (ReMEMBER, section 4.3)."""

from __future__ import annotations

from typing import Any, Protocol

from streamrecall.benchmark.instances import read_instance_rows
from streamrecall.params import SummaryParameters
from streamrecall.pipelines.memory_nodes import Rows, slug
from streamrecall.ports import Summarizer
from streamrecall.progress import track
from streamrecall.records import Memory
from streamrecall.remember.extractive_summarizer import ExtractiveSummarizer
from streamrecall.serialization import from_plain, to_plain


class SummarizeWindows(Protocol):
    """Summarises every benchmark window with one method's memories."""

    __name__: str

    def __call__(self, benchmark: Rows, memories: Rows, summary: SummaryParameters) -> Rows: ...  # noqa: D102


def open_summarizer(parameters: SummaryParameters) -> Summarizer:
    """Return the configured summarizer."""
    return ExtractiveSummarizer(max_sentences=parameters.max_sentences, max_tokens=parameters.max_tokens)


def memories_by_window(memories: Rows) -> dict[str, Memory]:
    """Return the memories of one method by window id."""
    return {row["window_id"]: from_plain(Memory, row["memory"]) for row in memories}


def summarize_with(method: str) -> SummarizeWindows:
    """Return the node function that summarises with one method's memories."""

    def summarize(benchmark: Rows, memories: Rows, summary: SummaryParameters) -> Rows:
        summarizer = open_summarizer(summary)
        by_window = memories_by_window(memories)
        rows: list[dict[str, Any]] = []
        for instance in track(read_instance_rows(benchmark), f"summaries with {method}"):
            window_id = instance.window.window_id
            result = summarizer.summarize(instance.window, by_window[window_id])
            rows.append({"window_id": window_id, "summary": to_plain(result)})
        return rows

    summarize.__name__ = f"summarize_with_{slug(method)}"
    return summarize
