"""Means of answer scores by method, and the paper's cells for the three shows of its corpus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import pandas as pd

from streamrecall.metrics.answer_scores import ANSWER_COLUMNS
from streamrecall.metrics.cluster_bootstrap import cluster_bootstrap
from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.recall_means import difference, mean_or_none, named

RESULT_COLUMNS = (
    "experiment", *(name for name in ANSWER_COLUMNS if not name.endswith("_seconds")), "embedder",
    "distiller", "corpus", "bert_score_model",
)  # fmt: skip
"""A row of results: what was asked and answered, its scores, and what stood behind them."""

SHOWS = {"The Big Bang Theory": "tbbt", "Friends": "friends", "The Office": "office"}
"""The paper's three shows, and how columns spell them."""

PAPERS_BERT_SCORE = "microsoft/deberta-xlarge-mnli"
"""The nearest existing model to the one the paper names for BERTScore; others are not comparable."""

SCORE_NOTES = (
    "paper_* is the mean of the paper's three shows and difference_* is ours minus it: the corpora, the "
    "answerers and the judge differ, so a difference is not a gain. Each show's printed value is in the CSV.",
    "bleu_4: sentence BLEU-4 with effective order (sacrebleu). rouge_l: F measure of rougeL, not stemmed. "
    "kem: share of answers that hold every key entity; long answers hold more, see answer_tokens. An "
    "adversarial question counts as right in kem where the answerer abstains; it has no text scores.",
    "bert_score: F measure; blank where no model was configured. Only with the paper's model is it set "
    "against the paper's value.",
    "Intervals are 95 % percentile bootstraps resampled by dialogue; blank with one dialogue.",
    "failed: questions without an answer; they stay in the means as wrong.",
    "judge: mean score in [0, 1] of the model that scored_by names, against the reference answer; blank "
    "where no model judged. judge_failed: answers to which it gave no usable reply after all retries; they "
    "stay in the mean with 0. The paper's judge is Gemini-2.5-Pro.",
)


@dataclass(frozen=True, slots=True)
class Resampling:
    """How intervals are drawn.

    Attributes:
        resamples: Bootstrap resamples.
        seed: Bootstrap seed.
        level: Coverage.
    """

    resamples: int
    seed: int = 0
    level: float = 0.95


def score_cells(
    rows: pd.DataFrame, expected: ExpectedValues, table: int, row: str, metrics: Mapping[str, str]
) -> tuple[dict[str, object], dict[str, object]]:
    """Return ours, the paper's mean and the difference of each metric; then the cells show by show.

    Args:
        rows: The results of one row of the table.
        expected: The paper's printed values.
        table: Number of the table.
        row: The row's name in the paper; a name that it does not have leaves the paper's cells blank.
        metrics: Column of the results -> metric as the paper's columns spell it.
    """
    cells: dict[str, object] = {}
    shows: dict[str, object] = {}
    for metric, column in metrics.items():
        ours = mean_or_none(rows[metric]) if metric in rows else None
        printed = {short: expected.value(table, row, f"{show} / {column}") for show, short in SHOWS.items()}
        known = [value for value in printed.values() if value is not None]
        mean = fmean(known) if known else None
        comparable = metric != "bert_score" or set(rows["bert_score_model"]) == {PAPERS_BERT_SCORE}
        cells |= {
            metric: ours,
            f"paper_{metric}": mean,
            f"difference_{metric}": difference(ours, mean) if comparable else None,
        }
        shows |= {f"paper_{metric}_{short}": value for short, value in printed.items()}
    return cells, shows


def score_columns(metrics: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the names of what ``score_cells`` returns."""
    return (
        [f"{prefix}{metric}" for metric in metrics for prefix in ("", "paper_", "difference_")],
        [f"paper_{metric}_{short}" for metric in metrics for short in SHOWS.values()],
    )


def interval(rows: pd.DataFrame, metric: str, resampling: Resampling) -> tuple[float, float, float]:
    """Return the mean of a metric over the rows that have it, with its interval."""
    defined = rows[rows[metric].notna()]
    found = cluster_bootstrap(
        [float(value) for value in defined[metric]],
        list(defined["dialogue_id"]),
        level=resampling.level,
        resamples=resampling.resamples,
        seed=resampling.seed,
    )
    return found.mean, found.low, found.high


COUNT_COLUMNS = (
    "abstained", "answer_tokens", "context_tokens", "budget", "questions", "failed", "dialogues", "corpus",
    "answerer", "embedder", "distiller", "scored_by",
)  # fmt: skip


def counts(rows: pd.DataFrame) -> dict[str, object]:
    """Return ``COUNT_COLUMNS``: what the means of a row rest on, and what stood behind them.

    ``judge_failed`` comes along, for tables with a judge's column.
    """
    return {
        "abstained": float(rows["abstained"].astype(bool).mean()),
        "answer_tokens": float(rows["answer_tokens"].mean()),
        "context_tokens": float(rows["context_tokens"].mean()),
        "budget": int(rows["budget"].max()),
        "questions": len(rows),
        "failed": int(rows["failed"].fillna("").ne("").sum()),
        "judge_failed": int(rows["judge_failed"].fillna("").ne("").sum()) if judges_of(rows) else None,
        "dialogues": int(rows["dialogue_id"].nunique()),
        "corpus": named(rows["corpus"]),
        "answerer": named(rows["answerer"]),
        "embedder": named(rows["embedder"]),
        "distiller": named(rows["distiller"]),
        "scored_by": scorer_of(rows),
    }


def scorer_of(rows: pd.DataFrame) -> str:
    """Return what scored the rows: BERTScore's model, whether the paper's values compare, the judge."""
    parts = ["offline metrics"]
    if models := named(rows["bert_score_model"]):
        aside = "" if models == PAPERS_BERT_SCORE else ", not comparable with the paper"
        parts.append(f"BERTScore of {models}{aside}")
    if judges := judges_of(rows):
        parts.append(f"judge {judges}")
    return "; ".join(parts)


def judges_of(rows: pd.DataFrame) -> str:
    """Return the models that judged the answers; empty where none did."""
    return named(rows["judged_by"].replace("", None))


def methods_in(rows: pd.DataFrame, order: Sequence[str]) -> list[str]:
    """Return each method once: those of ``order`` first, the others as they appear."""
    place = {name: position for position, name in enumerate(order)}
    return sorted(dict.fromkeys(rows["method"]), key=lambda name: place.get(name, len(place)))
