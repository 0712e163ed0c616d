"""The annotation stages as nodes: tables in, the stage of the domain, tables out."""

from __future__ import annotations

import pandas as pd

from streamrecall.benchmark.annotator import EvidenceCandidate, SalientCandidate
from streamrecall.benchmark.losses import Loss, losses_of
from streamrecall.benchmark.record_tables import from_table, to_table
from streamrecall.benchmark.stages import evidence as stage_iv
from streamrecall.benchmark.stages import history_filtering as stage_iii
from streamrecall.benchmark.stages import resolution as stage_vi
from streamrecall.benchmark.stages import salience_and_dependence as stage_i
from streamrecall.benchmark.stages import validation as stage_v
from streamrecall.benchmark.stages.history_filtering import RelevantChunk
from streamrecall.benchmark.stages.resolution import Resolution
from streamrecall.benchmark.votes import StageRecord, Vote
from streamrecall.benchmark.window_sentences import number_sentences
from streamrecall.corpora.turn_table import dialogues_of
from streamrecall.params import AnnotationParameters, WindowParameters
from streamrecall.pipelines.benchmark_annotation.panel import open_panel
from streamrecall.records import Dialogue, Instance, Window
from streamrecall.text.windows import cut_windows

Outcome = tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]
"""What a stage keeps, its votes, and what it lost."""


def propose_windows(
    annotations: list[Instance], turns: pd.DataFrame, windows: WindowParameters
) -> pd.DataFrame:
    """Return the windows to annotate, and those whose history is too short with the reason.

    Where the corpus carries annotations their windows are taken, so that votes can be scored; otherwise
    every dialogue is cut.
    """
    proposed = [instance.window for instance in annotations] or [
        window
        for dialogue in dialogues_of(turns).values()
        for window in cut_windows(dialogue, windows.tokens)
    ]
    rows = [
        {
            "window_id": window.window_id,
            "dialogue_id": window.dialogue_id,
            "first_turn": window.first_turn,
            "last_turn": window.last_turn,
            "history_tokens": window.history_tokens,
            "kept": window.history_tokens >= windows.minimum_history,
            "reason": ""
            if window.history_tokens >= windows.minimum_history
            else f"history of {window.history_tokens} tokens is shorter than {windows.minimum_history}",
        }
        for window in proposed
    ]
    return pd.DataFrame(rows)


def identify_salient_utterances(
    candidate_windows: pd.DataFrame, turns: pd.DataFrame, annotation: AnnotationParameters
) -> Outcome:
    """Stages i and ii: salient utterances and how they depend on the history."""
    windows = windows_of(candidate_windows, dialogues_of(turns))
    with open_panel(annotation) as panel:
        candidates, record = stage_i.identify_salient(
            [number_sentences(window) for window in windows.values()], panel
        )
    table = to_table(candidates, SalientCandidate)
    table["votes"] = [len(candidate.supporters) for candidate in candidates]
    return table, *_account(record)


def filter_histories(
    candidate_windows: pd.DataFrame,
    turns: pd.DataFrame,
    candidates: pd.DataFrame,
    annotation: AnnotationParameters,
) -> Outcome:
    """Stage iii: the chunks of each history that bear on its window."""
    dialogues = dialogues_of(turns)
    windows = windows_of(candidate_windows, dialogues)
    with open_panel(annotation) as panel:
        chunks, record = stage_iii.filter_history(
            windows, dialogues, from_table(candidates, SalientCandidate), panel, annotation.chunks_per_call
        )
    table = to_table(chunks, RelevantChunk)
    table["before_window"] = [chunk.last_turn < windows[chunk.window_id].first_turn for chunk in chunks]
    return table, *_account(record)


def find_evidence(
    candidate_windows: pd.DataFrame,
    turns: pd.DataFrame,
    candidates: pd.DataFrame,
    chunks: pd.DataFrame,
    annotation: AnnotationParameters,
) -> Outcome:
    """Stage iv: the history sentences that resolve a gap."""
    dialogues = dialogues_of(turns)
    windows = windows_of(candidate_windows, dialogues)
    with open_panel(annotation) as panel:
        found, record = stage_iv.find_evidence(
            windows,
            dialogues,
            from_table(candidates, SalientCandidate),
            from_table(chunks, RelevantChunk),
            panel,
            passage_sentences=annotation.sentences_per_call,
        )
    return evidence_table(found, windows), *_account(record)


def validate_evidence(
    candidate_windows: pd.DataFrame,
    turns: pd.DataFrame,
    candidates: pd.DataFrame,
    evidence: pd.DataFrame,
    annotation: AnnotationParameters,
) -> Outcome:
    """Stage v: the evidence that meets all four criteria."""
    windows = windows_of(candidate_windows, dialogues_of(turns))
    with open_panel(annotation) as panel:
        accepted, record = stage_v.validate_evidence(
            windows,
            from_table(candidates, SalientCandidate),
            from_table(evidence, EvidenceCandidate),
            panel,
            annotation.candidates_per_call,
        )
    return evidence_table(accepted, windows), *_account(record)


def state_resolutions(
    candidate_windows: pd.DataFrame,
    turns: pd.DataFrame,
    candidates: pd.DataFrame,
    accepted: pd.DataFrame,
    annotation: AnnotationParameters,
) -> Outcome:
    """One resolution statement per gap."""
    windows = windows_of(candidate_windows, dialogues_of(turns))
    with open_panel(annotation) as panel:
        stated, record = stage_vi.state_resolutions(
            windows,
            from_table(candidates, SalientCandidate),
            from_table(accepted, EvidenceCandidate),
            panel,
        )
    return to_table(stated, Resolution), *_account(record)


def windows_of(candidate_windows: pd.DataFrame, dialogues: dict[str, Dialogue]) -> dict[str, Window]:
    """Return the windows to annotate, by id and in their order."""
    return {
        str(row["window_id"]): Window(
            str(row["window_id"]),
            str(row["dialogue_id"]),
            dialogues[str(row["dialogue_id"])].turns[int(row["first_turn"]) : int(row["last_turn"]) + 1],
            int(row["history_tokens"]),
        )
        for row in candidate_windows[candidate_windows["kept"]].to_dict("records")
    }


def evidence_table(evidence: tuple[EvidenceCandidate, ...], windows: dict[str, Window]) -> pd.DataFrame:
    """Return evidence as a table that says of each sentence whether it lies before its window."""
    table = to_table(evidence, EvidenceCandidate)
    table["before_window"] = [each.turn_index < windows[each.window_id].first_turn for each in evidence]
    return table


def _account(record: StageRecord) -> tuple[pd.DataFrame, pd.DataFrame]:
    return to_table(record.votes, Vote), to_table(losses_of(record), Loss)
