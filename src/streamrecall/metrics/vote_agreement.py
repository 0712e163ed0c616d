"""Votes of the annotation stages as items and labels, and the agreement on them, stage by stage and type.

Items are: window sentences (salient or not); salient utterances (gap type or none, among those who called
the utterance salient); chunks (relevant or not); history sentences (resolve or not); pieces of evidence
(valid or not, and each of the four criteria). A row per type asks of the same items: this label or not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

import pandas as pd

from streamrecall.benchmark.annotator import CRITERIA
from streamrecall.benchmark.stages.salience_and_dependence import NO_GAP, NOT_SALIENT, span_of_name
from streamrecall.benchmark.votes import Stage, Vote
from streamrecall.metrics.agreement import Agreement, Label, measure_agreement
from streamrecall.records import GapType

Items = dict[str, dict[str, Label]]
BASE_COLUMNS = (
    "stage", "label", "annotators", "items", "complete_items", "prevalence", "unanimous",
    "pairwise_agreement", "fleiss_kappa", "krippendorff_alpha",
)  # fmt: skip


def agreement_table(
    votes: Iterable[Vote],
    sentences: Mapping[str, int],
    annotators: Sequence[str],
    unread: Collection[tuple[str, str]] = (),
) -> pd.DataFrame:
    """Return one row per stage and label with raw agreement, kappas, alpha and prevalence.

    Args:
        votes: Of all stages.
        sentences: Number of sentences of each window that was annotated.
        annotators: The panel, in order; a stage that fewer took part in is measured on those.
        unread: Annotator and window of each reading that failed; all others count as having read it.
    """
    by_stage: dict[Stage, list[Vote]] = {}
    for vote in votes:
        by_stage.setdefault(vote.stage, []).append(vote)
    rows = []
    for stage, label, items in _questions(by_stage, sentences, annotators, unread):
        present = [name for name in annotators if any(name in given for given in items.values())]
        if len(present) >= 2:
            rows.append(_row(stage, label, measure_agreement(items, present), present))
    pairs = sorted({column for row in rows for column in row} - set(BASE_COLUMNS))
    return pd.DataFrame(rows, columns=[*BASE_COLUMNS, *pairs])


def _questions(
    votes: Mapping[Stage, list[Vote]],
    sentences: Mapping[str, int],
    annotators: Sequence[str],
    unread: Collection[tuple[str, str]],
) -> Iterable[tuple[Stage, str, Items]]:
    covered: dict[str, dict[str, set[int]]] = {
        window_id: {name: set() for name in annotators if (name, window_id) not in unread}
        for window_id in sentences
    }
    for vote in votes.get(Stage.SALIENCE, ()):
        covered[vote.window_id][vote.annotator].update(span_of_name(vote.target))
    yield (
        Stage.SALIENCE,
        "salient",
        {
            f"{window_id}/{number}": {name: number in own for name, own in covered[window_id].items()}
            for window_id, count in sentences.items()
            for number in range(1, count + 1)
        },
    )
    dependence: Items = {}
    for vote in votes.get(Stage.DEPENDENCE, ()):
        if vote.label != NOT_SALIENT:
            dependence.setdefault(vote.target, {})[vote.annotator] = vote.label
    yield Stage.DEPENDENCE, "any type", dependence
    yield Stage.DEPENDENCE, "history-dependent", _is(dependence, lambda label: label != NO_GAP)
    for gap_type in GapType:
        yield Stage.DEPENDENCE, gap_type.value, _is(dependence, gap_type.value.__eq__)
    chunks: Items = {}
    for vote in votes.get(Stage.HISTORY_FILTERING, ()):
        first = int(vote.target.partition("-")[0][1:])
        for offset, bit in enumerate(vote.label):
            chunks.setdefault(f"{vote.window_id}/{first + offset}", {})[vote.annotator] = bit == "1"
    yield Stage.HISTORY_FILTERING, "relevant", chunks
    yield Stage.EVIDENCE, "resolve", _plain(votes.get(Stage.EVIDENCE, ()), "resolve")
    validation = votes.get(Stage.VALIDATION, ())
    yield Stage.VALIDATION, "valid", _plain(validation, "valid")
    for criterion in CRITERIA:
        met: Items = {}
        for vote in validation:
            met.setdefault(vote.target, {})[vote.annotator] = criterion not in vote.detail.split()
        yield Stage.VALIDATION, criterion, met


def _plain(votes: Iterable[Vote], wanted: str) -> Items:
    items: Items = {}
    for vote in votes:
        items.setdefault(vote.target, {})[vote.annotator] = vote.label == wanted
    return items


def _is(items: Items, wanted: Callable[[Label], object]) -> Items:
    return {
        item: {name: wanted(label) is True for name, label in given.items()} for item, given in items.items()
    }


def _row(stage: Stage, label: str, measured: Agreement, annotators: Sequence[str]) -> dict[str, object]:
    prevalence = measured.prevalence.get(True)
    return {
        "stage": stage.value,
        "label": label,
        "annotators": len(annotators),
        "items": measured.items,
        "complete_items": measured.complete,
        "prevalence": prevalence if label != "any type" else 1 - measured.prevalence.get(NO_GAP, 0.0),
        "unanimous": measured.unanimous,
        "pairwise_agreement": measured.pairwise,
        "fleiss_kappa": measured.fleiss_kappa,
        "krippendorff_alpha": measured.krippendorff_alpha,
        **{f"cohen_kappa {one} / {other}": kappa for (one, other), kappa in measured.cohen_kappa.items()},
    }
