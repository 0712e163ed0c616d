"""What went into each annotation stage, what it kept, and what it lost: nothing goes missing between rows."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from streamrecall.benchmark.votes import Stage

COLUMNS = ("stage", "unit", "judged", "kept", "rejected", "failed_replies", "annotators", "votes")
NOTES = (
    "judged: different targets that any annotator voted on. rejected: utterances, gaps and sentences that "
    "went no further in this stage, each named in annotation_losses.csv. A failed reply casts no vote.",
)
UNITS = {
    Stage.SALIENCE: "spans",
    Stage.DEPENDENCE: "salient utterances",
    Stage.HISTORY_FILTERING: "chunks",
    Stage.EVIDENCE: "gap and sentence",
    Stage.VALIDATION: "gap and evidence",
    Stage.RESOLUTION: "gaps",
}


def annotation_flow(votes: pd.DataFrame, losses: pd.DataFrame, kept: Mapping[Stage, int]) -> pd.DataFrame:
    """Return one row per stage.

    Args:
        votes: Every vote, with the columns of ``benchmark.votes.Vote``.
        losses: Every loss, with the columns of ``benchmark.losses.Loss``.
        kept: What each stage handed on.
    """
    rows = []
    for stage, unit in UNITS.items():
        own = votes[votes["stage"] == stage.value]
        lost = losses[losses["stage"] == stage.value]
        chunks = stage == Stage.HISTORY_FILTERING
        runs = own.drop_duplicates(["window_id", "target"])
        rows.append(
            (
                stage.value,
                unit,
                int(runs["label"].str.len().sum()) if chunks else len(runs),
                kept[stage],
                int((lost["kind"] == "rejected").sum()),
                int((lost["kind"] == "failed").sum()),
                own["annotator"].nunique(),
                int(own["label"].str.len().sum()) if chunks else len(own),
            )
        )
    return pd.DataFrame(rows, columns=list(COLUMNS))
