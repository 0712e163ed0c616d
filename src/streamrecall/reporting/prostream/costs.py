"""What each method's own steps cost: calls and tokens to organise the history and to find the context."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pandas as pd

from streamrecall.reporting.prostream.answer_means import methods_in
from streamrecall.reporting.prostream.table_1 import ORDER

COLUMNS = (
    "method", "steps", "build_calls", "build_tokens", "recall_calls_per_question",
    "recall_tokens_per_question", "context_tokens_per_question", "questions", "unusable_replies",
    "failed_questions",
)  # fmt: skip

_COUNTED = ("build_calls", "build_tokens", "recall_calls", "recall_tokens")

NOTES = (
    "A call is one question to a language model. Where steps go by rules, the calls are those that a model "
    "in their place would be put, and the tokens (cl100k_base) those of the texts it would read, "
    "instructions and replies apart.",
    "build_*: over the whole run, to organise the history; batch methods organise it anew for every 32 "
    "complete chunks that a question finds unorganised, and pay again for what they read again.",
    "unusable_replies: of the steps' model, after its retries; the method went on without them where its "
    "paper could. failed_questions: those it could not find a context for.",
    "recall_*: before the answer. context_tokens: what the answerer reads; its own call is not counted.",
    "ProStream: one call for the event and one for the scene of each block. Its variants that differ in "
    "reading alone share one tree, and each is charged for it. Inc. and Hier. Summary are not metered.",
)


def costs_table(rows: Iterable[Mapping[str, Any]], steps_of: Callable[[str], str]) -> pd.DataFrame:
    """Return one row per method of the comparison.

    Args:
        rows: What the probing nodes wrote: ``method``, ``memory`` and, where a method has steps, ``cost``,
            ``unusable_replies`` and ``failed``.
        steps_of: What takes the steps of a method, by its name.
    """
    flat = pd.DataFrame(
        [
            {
                "method": row["method"],
                "context": row["memory"]["tokens"],
                "unusable": row.get("unusable_replies", 0),
                "failed": bool(row.get("failed")),
                **row.get("cost", {}),
            }
            for row in rows
            if row["experiment"] == "comparison"
        ],
        columns=["method", "context", "unusable", "failed", *_COUNTED],
    ).fillna(0)
    table = []
    for method in methods_in(flat, ORDER):
        own = flat[flat["method"] == method]
        table.append(
            (
                method,
                steps_of(method),
                int(own["build_calls"].sum()),
                int(own["build_tokens"].sum()),
                float(own["recall_calls"].mean()),
                float(own["recall_tokens"].mean()),
                float(own["context"].mean()),
                len(own),
                int(own["unusable"].sum()),
                int(own["failed"].sum()),
            )
        )
    return pd.DataFrame(table, columns=list(COLUMNS))
