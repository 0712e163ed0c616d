"""From votes or from a corpus's own annotations to checked benchmark instances."""

from __future__ import annotations

from typing import Any

import pandas as pd

from streamrecall.benchmark.annotator import EvidenceCandidate, SalientCandidate
from streamrecall.benchmark.instances import instance_row, read_instance_rows
from streamrecall.benchmark.losses import Loss, rejections_of
from streamrecall.benchmark.record_tables import from_table, to_table
from streamrecall.benchmark.review_marks import (
    ReviewMark,
    ReviewOutcome,
    apply_to_instances,
    apply_to_stages,
)
from streamrecall.benchmark.selection import sample_by_domain, select_instances
from streamrecall.benchmark.stages.assembly import assemble_instances
from streamrecall.benchmark.stages.resolution import Resolution
from streamrecall.corpora.turn_table import dialogues_of
from streamrecall.errors import ConfigError
from streamrecall.params import AnnotationParameters, WindowParameters
from streamrecall.pipelines.benchmark_annotation.stages import windows_of
from streamrecall.quality.facts import gap_facts, salient_facts, window_facts
from streamrecall.records import Domain, Instance

Rows = list[dict[str, Any]]


def assemble_votes(
    candidate_windows: pd.DataFrame,
    turns: pd.DataFrame,
    candidates: pd.DataFrame,
    accepted: pd.DataFrame,
    resolutions: pd.DataFrame,
) -> Rows:
    """Return what the annotators voted for as instances, before any review."""
    dialogues = dialogues_of(turns)
    instances = assemble_instances(
        windows_of(candidate_windows, dialogues),
        dialogues,
        from_table(candidates, SalientCandidate),
        from_table(accepted, EvidenceCandidate),
        from_table(resolutions, Resolution),
    )
    return [instance_row(instance) for instance in instances]


def apply_review(
    *,
    annotations: list[Instance],
    candidate_windows: pd.DataFrame,
    turns: pd.DataFrame,
    candidates: pd.DataFrame,
    evidence: pd.DataFrame,
    accepted: pd.DataFrame,
    resolutions: pd.DataFrame,
    losses: pd.DataFrame,
    marks: tuple[ReviewMark, ...],
    annotation: AnnotationParameters,
) -> tuple[Rows, pd.DataFrame]:
    """Return the annotations of the chosen source after the marks of the review page.

    Raises:
        ConfigError: If the corpus's own annotations are wanted and there are none.
    """
    if annotation.source == "corpus":
        if not annotations:
            raise ConfigError(
                "annotation.source is 'corpus', but this corpus carries no gap annotations: set it to "
                "'rules' or 'models', or give annotated windows with --env=gold."
            )
        instances, outcomes = apply_to_instances(marks, annotations)
    else:
        dialogues = dialogues_of(turns)
        windows = windows_of(candidate_windows, dialogues)
        reviewed = apply_to_stages(
            marks,
            windows,
            candidates=from_table(candidates, SalientCandidate),
            evidence=from_table(evidence, EvidenceCandidate),
            accepted=from_table(accepted, EvidenceCandidate),
            resolutions=from_table(resolutions, Resolution),
            rejections=rejections_of(from_table(losses, Loss)),
        )
        outcomes = reviewed.outcomes
        instances = assemble_instances(
            windows, dialogues, reviewed.candidates, reviewed.accepted, reviewed.resolutions
        )
    return [instance_row(instance) for instance in instances], to_table(outcomes, ReviewOutcome)


def select_windows(
    reviewed: Rows,
    candidate_windows: pd.DataFrame,
    windows: WindowParameters,
    annotation: AnnotationParameters,
) -> tuple[Rows, pd.DataFrame]:
    """Return the windows that the benchmark keeps, and one row per window with what became of it."""
    sampling = annotation.sampling
    quotas = {Domain.CHITCHAT: sampling.chitchat, Domain.WORKPLACE: sampling.workplace}
    selection = sample_by_domain(
        select_instances(read_instance_rows(reviewed), windows.minimum_history), quotas, sampling.seed
    )
    judged = {decision.instance.window.window_id for decision in selection}
    rows: list[dict[str, Any]] = [
        {
            "window_id": decision.instance.window.window_id,
            "history_tokens": decision.instance.window.history_tokens,
            "salient_utterances": len(decision.instance.salient),
            "gaps": len(decision.instance.gaps),
            "kept": decision.kept,
            "reason": decision.reason,
        }
        for decision in selection
    ]
    rows += [
        {
            "window_id": row["window_id"],
            "history_tokens": row["history_tokens"],
            "salient_utterances": None,
            "gaps": None,
            "kept": False,
            "reason": row["reason"],
        }
        for row in candidate_windows[~candidate_windows["kept"]].to_dict("records")
        if row["window_id"] not in judged
    ]
    table = pd.DataFrame(rows).astype({"salient_utterances": "Int64", "gaps": "Int64"})
    return [instance_row(decision.instance) for decision in selection if decision.kept], table


def state_facts(selected: Rows, turns: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Return the facts about windows, salient utterances and gaps that the suites check on saving."""
    instances = read_instance_rows(selected)
    return (
        window_facts(instances),
        salient_facts(instances),
        gap_facts(instances, dialogues_of(turns).values()),
    )


def write_benchmark(selected: Rows, windows: pd.DataFrame, salient: pd.DataFrame, gaps: pd.DataFrame) -> Rows:
    """Return the selected windows; the facts are arguments so that nothing unchecked goes on."""
    return selected
