"""What is said about the annotation: losses, agreement, scores, quality, examples, review page, export."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pandas as pd

from streamrecall.benchmark.annotator import EvidenceCandidate, SalientCandidate
from streamrecall.benchmark.data_card import data_card
from streamrecall.benchmark.instances import read_instance_rows
from streamrecall.benchmark.losses import Loss
from streamrecall.benchmark.readings import instances_of_annotator
from streamrecall.benchmark.record_tables import from_table
from streamrecall.benchmark.review_marks import ReviewMark
from streamrecall.benchmark.stages.resolution import Resolution
from streamrecall.benchmark.votes import Stage, Vote
from streamrecall.benchmark.window_sentences import number_sentences
from streamrecall.corpora.turn_table import dialogues_of
from streamrecall.metrics.annotation_scores import LEVELS, Score, score_annotation
from streamrecall.metrics.vote_agreement import agreement_table
from streamrecall.params import AnnotationParameters, WindowParameters
from streamrecall.pipelines.benchmark_annotation.nodes import Rows
from streamrecall.pipelines.benchmark_annotation.panel import panel_names, prompt_hashes
from streamrecall.pipelines.benchmark_annotation.stages import windows_of
from streamrecall.pipelines.datasets.exchange import Export
from streamrecall.quality.facts import benchmark_facts
from streamrecall.quality.report import Checked, quality_report
from streamrecall.records import Dialogue, Instance
from streamrecall.reporting import annotation_flow as flow
from streamrecall.reporting import table_5 as five
from streamrecall.reporting import table_6 as six
from streamrecall.reporting.data_docs import render_data_docs
from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.markdown import render_table
from streamrecall.reporting.review_page import ReviewView, render_review_page

SCORE_COLUMNS = ("annotator", "level", "found", "predicted", "reference", "precision", "recall", "f1")
VOTE = "vote"
_SHOWN_ON_PAGE = (Stage.SALIENCE.value, Stage.DEPENDENCE.value, Stage.VALIDATION.value)


def gather_stages(*tables: pd.DataFrame) -> pd.DataFrame:
    """Return the losses, or the votes, of all stages as one table, in the order of the stages."""
    filled = [table for table in tables if len(table)]
    return pd.concat(filled, ignore_index=True) if filled else tables[0]


def count_flow(
    *,
    salient_candidates: pd.DataFrame,
    relevant_chunks: pd.DataFrame,
    evidence_candidates: pd.DataFrame,
    accepted_evidence: pd.DataFrame,
    resolutions: pd.DataFrame,
    annotation_losses: pd.DataFrame,
    **votes: pd.DataFrame,
) -> tuple[pd.DataFrame, str]:
    """Return what each stage judged, kept and lost."""
    kept = {
        Stage.SALIENCE: len(salient_candidates),
        Stage.DEPENDENCE: int(salient_candidates["gap_type"].notna().sum()),
        Stage.HISTORY_FILTERING: len(relevant_chunks),
        Stage.EVIDENCE: len(evidence_candidates),
        Stage.VALIDATION: len(accepted_evidence),
        Stage.RESOLUTION: len(resolutions),
    }
    table = flow.annotation_flow(gather_stages(*votes.values()), annotation_losses, kept)
    return table, render_table(table, "What each annotation stage judged, kept and lost", flow.NOTES)


def measure_vote_agreement(
    candidate_windows: pd.DataFrame,
    turns: pd.DataFrame,
    losses: pd.DataFrame,
    annotation: AnnotationParameters,
    *votes: pd.DataFrame,
) -> tuple[pd.DataFrame, str]:
    """Return the agreement of the annotators per stage and label, and the same as a page."""
    windows = windows_of(candidate_windows, dialogues_of(turns))
    failed = losses[(losses["kind"] == "failed") & (losses["stage"] == Stage.SALIENCE.value)]
    table = agreement_table(
        [vote for each in votes for vote in from_table(each, Vote)],
        {window_id: len(number_sentences(window).sentences) for window_id, window in windows.items()},
        panel_names(annotation),
        set(zip(failed["annotator"], failed["window_id"], strict=True)),
    )
    notes = (
        "Items: window sentences (salience), salient utterances among those who called them so (dependence), "
        "chunks (history filtering), history sentences (evidence), pieces of evidence (validation).",
        "Blank where it is not defined: one label alone, or no item that enough annotators judged.",
        f"Annotators: {', '.join(panel_names(annotation))}.",
    )
    return table, render_table(table, "Agreement of the annotators", notes)


def score_annotators(
    *,
    annotations: list[Instance],
    voted: Rows,
    candidate_windows: pd.DataFrame,
    turns: pd.DataFrame,
    votes: pd.DataFrame,
    annotation: AnnotationParameters,
) -> tuple[pd.DataFrame, str]:
    """Return precision, recall and F1 of each annotator and of the vote against the corpus's annotations.

    A corpus without annotations of its own gives no rows.
    """
    dialogues = dialogues_of(turns)
    windows = {
        window_id: number_sentences(window)
        for window_id, window in windows_of(candidate_windows, dialogues).items()
    }
    reference = [instance for instance in annotations if instance.window.window_id in windows]
    rows: list[tuple[object, ...]] = []
    if reference:
        cast = from_table(votes, Vote)
        for name in panel_names(annotation):
            own = instances_of_annotator(name, cast, windows, dialogues)
            rows += [
                _score_row(name, score)
                for score in score_annotation(own, reference)
                if score.level in LEVELS[:3]
            ]
        rows += [_score_row(VOTE, score) for score in score_annotation(read_instance_rows(voted), reference)]
    table = pd.DataFrame(rows, columns=list(SCORE_COLUMNS))
    notes = (
        f"Reference: the corpus's own annotations of {len(reference)} windows. One annotator alone is "
        "scored on stages i and ii.",
    )
    return table, render_table(table, "Annotators against the reference", notes)


def tabulate_5(benchmark: Rows, expected: ExpectedValues) -> tuple[pd.DataFrame, str]:
    """Return Table 5: statistics of the benchmark beside the paper's."""
    frame = five.table_5(read_instance_rows(benchmark), expected)
    return frame, render_table(
        frame, f"Table 5: {expected.titles[5]}", five.NOTES, command="uv run kedro run"
    )


def tabulate_6(benchmark: Rows, turns: pd.DataFrame) -> tuple[pd.DataFrame, str]:
    """Return Table 6: an example per gap type, chosen by rule."""
    frame = six.table_6(read_instance_rows(benchmark), dialogues_of(turns))
    return frame, render_table(frame, "Table 6: examples of contextual gap types", six.NOTES)


def report_quality(
    *,
    windows: WindowParameters,
    annotation: AnnotationParameters,
    benchmark: Rows,
    window_facts: pd.DataFrame,
    salient_facts: pd.DataFrame,
    gap_facts: pd.DataFrame,
    candidate_windows: pd.DataFrame,
    **stages: pd.DataFrame,
) -> tuple[pd.DataFrame, str, str]:
    """Return what every suite found, as a table, as a page of Markdown and as Data Docs."""
    minimum = {"min_history_tokens": windows.minimum_history}
    checked = [
        Checked("candidate_windows", "candidate_windows", candidate_windows, minimum),
        *_checked_stages(stages, annotation.majority),
        Checked("window_facts", "windows", window_facts, {"window_tokens": windows.tokens} | minimum),
        Checked("salient_facts", "salient_utterances", salient_facts, {"exact_spans": False}),
        Checked("gap_facts", "gaps", gap_facts),
        Checked("benchmark", "benchmark", benchmark_facts(benchmark), minimum),
    ]
    report = quality_report(checked)
    broken = report[~report["passed"]]
    note = f"{int(report['passed'].sum())} of {len(report)} expectations hold; {len(broken)} fail."
    return report, render_table(report, "Data quality", (note,)), render_data_docs(report)


def draw_review_page(
    *,
    annotations: list[Instance],
    candidate_windows: pd.DataFrame,
    turns: pd.DataFrame,
    candidates: pd.DataFrame,
    evidence: pd.DataFrame,
    accepted: pd.DataFrame,
    resolutions: pd.DataFrame,
    salience_votes: pd.DataFrame,
    validation_votes: pd.DataFrame,
    losses: pd.DataFrame,
    marks: tuple[ReviewMark, ...],
    annotation: AnnotationParameters,
) -> str:
    """Return the page on which people read votes and evidence and mark what to keep."""
    dialogues = dialogues_of(turns)
    from_corpus = annotation.source == "corpus"
    shown = gather_stages(salience_votes, validation_votes)
    view = ReviewView(
        title="Review of the annotation",
        source="corpus" if from_corpus else "votes",
        windows=tuple(windows_of(candidate_windows, dialogues).values()),
        dialogues=dialogues,
        candidates=from_table(candidates, SalientCandidate),
        evidence=from_table(evidence, EvidenceCandidate),
        accepted=from_table(accepted, EvidenceCandidate),
        resolutions=from_table(resolutions, Resolution),
        votes=from_table(shown[shown["stage"].isin(_SHOWN_ON_PAGE)], Vote),
        losses=from_table(losses, Loss),
        instances=tuple(annotations) if from_corpus else (),
        marks=marks,
    )
    return render_review_page(view)


def export_benchmark(
    benchmark: Rows, turns: pd.DataFrame, selection: pd.DataFrame, annotation: AnnotationParameters
) -> tuple[Export, str]:
    """Return the benchmark with its dialogues and its data card, and the card alone."""
    instances = read_instance_rows(benchmark)
    dialogues: list[Dialogue] = list(dialogues_of(turns).values())
    card = data_card(instances, _made_by(annotation), _dropped(selection))
    return (instances, dialogues, card), card


def _checked_stages(stages: dict[str, pd.DataFrame], majority: int) -> Iterator[Checked]:
    kinds: dict[str, tuple[str, dict[str, Any]]] = {
        "salient_candidates": ("salient_candidates", {"majority": majority}),
        "relevant_chunks": ("relevant_chunks", {"majority": majority}),
        "evidence_candidates": ("evidence", {}),
        "accepted_evidence": ("evidence", {}),
        "resolutions": ("resolutions", {}),
        "annotation_losses": ("losses", {}),
        "stem_question_facts": ("stem_questions", {"least": 0}),
        "stem_losses": ("stem_losses", {}),
    }
    for name, table in stages.items():
        if name.endswith("_votes"):
            yield Checked(name, "votes", table, {"stage": name.removesuffix("_votes")})
        else:
            suite, options = kinds[name]
            yield Checked(name, suite, table, options)


def _score_row(annotator: str, score: Score) -> tuple[object, ...]:
    return (
        annotator, score.level, score.found, score.predicted, score.reference,
        score.precision, score.recall, score.f1,
    )  # fmt: skip


def _made_by(annotation: AnnotationParameters) -> dict[str, str]:
    sampling = annotation.sampling
    drawn = f"at most {sampling.chitchat} chit-chat and {sampling.workplace} workplace windows"
    made: dict[str, str] = {"annotations": annotation.source}
    if annotation.source == "corpus":
        made["annotators"] = "those of the corpus; this run's vote is not in it"
    else:
        made["annotators"] = ", ".join(panel_names(annotation))
        made["majority"] = f"{annotation.majority} of {len(panel_names(annotation))}"
        made["auditors of evidence"] = ", ".join(annotation.auditors) or "all annotators"
    if annotation.source == "models":
        made["models"] = ", ".join(f"{each.model} {each.revision}".strip() for each in annotation.models)
        made["prompts"] = ", ".join(f"{step} {digest}" for step, digest in prompt_hashes(annotation).items())
    return made | {"sampling": f"{drawn}, seed {sampling.seed}"}


def _dropped(selection: pd.DataFrame) -> dict[str, int]:
    reasons = Counter(str(reason) for reason in selection.loc[~selection["kept"].astype(bool), "reason"])
    grouped: Counter[str] = Counter()
    for reason, count in reasons.items():
        grouped["history too short" if reason.startswith("history of") else reason] += count
    return dict(grouped)
