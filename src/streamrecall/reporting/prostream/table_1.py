"""Table 1: every memory that answered the questions, and ProStream's ablations."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd

from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.prostream.answer_means import (
    COUNT_COLUMNS,
    SCORE_NOTES,
    Resampling,
    counts,
    interval,
    methods_in,
    score_cells,
    score_columns,
)

METRICS = {
    "bleu_4": "BLEU-4",
    "rouge_l": "ROUGE-L",
    "bert_score": "BERTScore",
    "evidence_similarity": "Evidence Similarity",
    "kem": "KEM",
    "judge": "Gemini Judge",
}
"""Column of the results -> metric of the paper's columns; Time stands in a table of its own."""

ORDER = (
    "RAG", "RQ-RAG", "RAPTOR", "Full Context", "Rolling Summary", "GraphRAG", "HippoRAG 2",
    "MemoRAG", "A-Mem", "MemGAS", "ProStream", "ProStream (budget filled)", "w/o B", "w/o M_tree",
    "w/o M_pend",
)  # fmt: skip
PAPERS_METHODS = frozenset(ORDER) - {"ProStream (budget filled)"}
"""Those of the run that have a row in the paper."""

ROWS = {"Rolling Summary": "Summary", "HippoRAG 2": "HippoRAG2"}
"""Our name -> the paper's row, where they differ."""

_SCORES, SHOW_COLUMNS = score_columns(list(METRICS))
_WITH_INTERVALS = ("kem", "evidence_recall")
COLUMNS = (
    "method", "steps", *_SCORES, "kem_low", "kem_high", "evidence_recall", "evidence_recall_low",
    "evidence_recall_high", "judge_failed", *COUNT_COLUMNS, *SHOW_COLUMNS,
)  # fmt: skip

NOTES = (
    *SCORE_NOTES,
    "Every memory is read under the same budget of context tokens, except Full Context, which reads what a "
    "long-context reader takes: Recent Memory is the same under the common budget. ProStream searches within "
    "the paper's limits (5 scenes, 10 events, 3 facts) and leaves part of the budget unused; 'budget filled' "
    "is the same tree without these limits.",
    "Recall is read only: no question changes what a later one finds.",
    "Ideal Memory hands over the annotated evidence. No Memory abstains, which is right for adversarial "
    "questions.",
    "evidence_similarity: of the paper's methods, unless answer_scores.evidence_similarity says "
    "all: it embeds every item of every context.",
    "steps: what summarises, extracts or rewrites inside a method: rules, or the named model; blank where a "
    "method has no such step.",
    "evidence_recall: share of the evidence turns among the sources of the memory; not in the paper.",
)


def table_1(
    answers: pd.DataFrame,
    expected: ExpectedValues,
    resampling: Resampling,
    steps_of: Callable[[str], str] = lambda method: "",
) -> pd.DataFrame:
    """Return one row per method of the comparison.

    Args:
        answers: Rows of ``RESULT_COLUMNS``.
        expected: The paper's printed values.
        resampling: How intervals are drawn.
        steps_of: What takes the steps of a method, by its name.
    """
    compared = answers[answers["experiment"] == "comparison"]
    rows = []
    for method in methods_in(compared, ORDER):
        own = compared[compared["method"] == method]
        cells, shows = score_cells(own, expected, 1, ROWS.get(method, method), METRICS)
        row: dict[str, object] = {
            "method": method,
            "steps": steps_of(method),
            **cells,
            **counts(own),
            **shows,
        }
        for metric in _WITH_INTERVALS:
            row[metric], row[f"{metric}_low"], row[f"{metric}_high"] = interval(own, metric, resampling)
        rows.append(row)
    return pd.DataFrame(rows, columns=list(COLUMNS))
