"""One summary per summarizer, window and memory (ReMEMBER, section 4.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd

from streamrecall.benchmark.instances import read_instance_rows
from streamrecall.params import CallParameters, SummaryParameters
from streamrecall.pipelines.call_accounts import CallAccount, accounts_frame, result_provenance
from streamrecall.pipelines.memory_nodes import Rows
from streamrecall.pipelines.summarize.summarizers import NamedSummarizer, name_summarizers, write_summaries
from streamrecall.records import Instance, Memory, Provenance, Summary
from streamrecall.serialization import from_plain, to_plain

CALLS = "calls"
VARIANTS = "detector_variants"


@dataclass(frozen=True, slots=True)
class MemoryCase:
    """The memory of one window.

    Attributes:
        group: Which output it belongs to: a method, or the detector variants.
        failed: Why there is none, where a model's reply stayed unusable.
    """

    group: str
    instance: Instance
    memory: Memory
    failed: str


def summarize_windows(
    benchmark: Rows, summary: SummaryParameters, calls: CallParameters, **memories: Rows
) -> dict[str, Rows | pd.DataFrame]:
    """Return the summaries of each group of memories, and the model calls.

    All memories are one batch per summarizer. Memories of detector variants are summarised by the first
    summarizer alone, as in Table 9. Where a memory failed the summary has failed too, without a call.
    """
    cases = read_memories(benchmark, memories)
    outputs: dict[str, Rows] = {group: [] for group in memories}
    accounts: list[CallAccount] = []
    for number, summarizer in enumerate(name_summarizers(summary)):
        wanted = [case for case in cases if not number or case.group != VARIANTS]
        asked = [(case.instance.window, case.memory) for case in wanted if not case.failed]
        written = write_summaries(summarizer, asked, summary, calls)
        for case in wanted:
            text, made = (_without_memory(case, summarizer), None) if case.failed else next(written)
            outputs[case.group].append(_row(text, made))
            if made is not None:
                accounts.append(
                    CallAccount("summary", text.window_id, text.summarizer, made, text.failed, text.method)
                )
    return {**outputs, CALLS: accounts_frame(accounts)}


def read_memories(benchmark: Rows, memories: dict[str, Rows]) -> list[MemoryCase]:
    """Return every memory with its window: method by method, the windows in the order of the benchmark."""
    instances = read_instance_rows(benchmark)
    cases = []
    for group, rows in memories.items():
        by_method: dict[str, dict[str, tuple[Memory, str]]] = {}
        for row in rows:
            memory = from_plain(Memory, row["memory"])
            by_method.setdefault(memory.method, {})[row["window_id"]] = (memory, row.get("failed", ""))
        for own in by_method.values():
            cases += [MemoryCase(group, each, *own[each.window.window_id]) for each in instances]
    return cases


def _without_memory(case: MemoryCase, summarizer: NamedSummarizer) -> Summary:
    return Summary(
        case.instance.window.window_id,
        case.memory.method,
        summarizer.name,
        (),
        failed=f"no memory: {case.failed}",
    )


def _row(text: Summary, made: Provenance | None) -> dict[str, Any]:
    row = {"window_id": text.window_id, "summary": to_plain(text)}
    return row if made is None else {**row, "made_by": result_provenance(made)}
