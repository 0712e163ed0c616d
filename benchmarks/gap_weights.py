"""Fits the weights of the gap cues and of the evidence model on annotated windows.

The cues: a logistic regression over the utterances of the windows, with annotated gap or not as the outcome.
The evidence model: a conditional logit over the candidate turns of each annotated gap, queried with the
annotated utterance; the likelihood of a gap is the probability of its evidence turns together. Both shrink
towards zero, on columns of unit deviation. Shrinking towards the shipped weights would let a dialogue that
is left out speak through them, for they were rounded from a fit on all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from streamrecall.ports import Embedder
from streamrecall.records import Dialogue, Instance
from streamrecall.remember.evidence_model import EvidenceModel, EvidenceWeights
from streamrecall.remember.gap_cues import WeightedCue
from streamrecall.remember.queries import evidence_query
from streamrecall.remember.utterances import WindowUtterance, window_utterances, without_fillers
from streamrecall.retrieval.stream_index import StreamIndex
from streamrecall.text.content_words import coverage, read_words

Matrix = npt.NDArray[np.float64]
CUE_RIDGE = 0.003
EVIDENCE_RIDGE = 0.01
"""Weight of the squared norm against the mean loss of an utterance, and of a gap."""

_SAME_UTTERANCE = 0.6
"""Least share of an utterance's content words that stand in the annotated one."""


@dataclass(frozen=True, slots=True)
class UtteranceRow:
    """How strongly each cue holds for one utterance, and whether it was annotated with a gap."""

    dialogue_id: str
    cues: tuple[float, ...]
    is_gap: bool


@dataclass(frozen=True, slots=True)
class GapRow:
    """The candidate turns of one annotated gap.

    Attributes:
        features: Shape (candidates, weights).
        is_evidence: Of each candidate. All False where no evidence turn is among them.
    """

    dialogue_id: str
    features: Matrix
    is_evidence: npt.NDArray[np.bool_]


def utterance_rows(cues: Sequence[WeightedCue], instances: Sequence[Instance]) -> Iterator[UtteranceRow]:
    """Yield a row for every utterance that the detector would weigh."""
    for instance in instances:
        for utterance in window_utterances(instance.window):
            if utterance.content:
                held = tuple(cue.cue(utterance) for cue in cues)
                yield UtteranceRow(instance.window.dialogue_id, held, _has_gap(utterance, instance))


def _has_gap(utterance: WindowUtterance, instance: Instance) -> bool:
    return any(
        salient.gap is not None
        and utterance.turn.turn_id in salient.turns
        and coverage(utterance.content, read_words(salient.utterance).content) >= _SAME_UTTERANCE
        for salient in instance.salient
    )


def gap_rows(embedder: Embedder, dialogue: Dialogue, instances: Sequence[Instance]) -> Iterator[GapRow]:
    """Yield a row for every annotated gap of one dialogue."""
    index = StreamIndex(embedder)
    model = EvidenceModel(index, EvidenceWeights())
    observed = 0
    for instance in sorted(instances, key=lambda each: each.window.first_turn):
        new = dialogue.turns[observed : instance.window.first_turn]
        observed = instance.window.first_turn
        index.observe(new)
        model.observe(new)
        for salient in instance.salient:
            if salient.gap is None:
                continue
            query = evidence_query(without_fillers(salient.utterance))
            numbers, features = model.features(query, instance.window.turns[0].session)
            valid = set(salient.gap.evidence) - set(salient.gap.superseded)
            is_evidence = np.array([dialogue.turns[n].turn_id in valid for n in numbers], dtype=np.bool_)
            yield GapRow(dialogue.dialogue_id, features, is_evidence)


def fit_cues(
    cues: Sequence[WeightedCue], rows: Sequence[UtteranceRow], ridge: float = CUE_RIDGE
) -> tuple[tuple[WeightedCue, ...], float]:
    """Return the cues with fitted weights, and the bias; a cue that never varies weighs 0."""
    values = np.array([row.cues for row in rows])
    scaler = StandardScaler().fit(values)
    model = LogisticRegression(C=1 / (2 * ridge * len(rows)), max_iter=1000)
    model.fit(scaler.transform(values), [row.is_gap for row in rows])
    weights = model.coef_[0] / scaler.scale_
    bias = float(model.intercept_[0] - scaler.mean_ @ weights)
    return tuple(replace(cue, weight=float(w)) for cue, w in zip(cues, weights, strict=True)), bias


def fit_evidence(rows: Sequence[GapRow], ridge: float = EVIDENCE_RIDGE) -> EvidenceWeights:
    """Return the fitted weights; gaps without evidence among their candidates say nothing."""
    usable = [row for row in rows if row.is_evidence.any()]
    deviation = np.concatenate([row.features for row in usable]).std(axis=0) + 1e-9
    choices = [(row.features / deviation, row.is_evidence) for row in usable]

    def loss(weights: Matrix) -> tuple[float, Matrix]:
        total, gradient = 0.0, np.zeros_like(weights)
        for features, is_evidence in choices:
            logits = features @ weights
            shares = np.exp(logits - logits.max())
            shares /= shares.sum()
            found = shares[is_evidence].sum()
            total -= np.log(found)
            gradient += features.T @ (shares - shares * is_evidence / found)
        return (
            total / len(choices) + ridge * float(weights @ weights),
            gradient / len(choices) + 2 * ridge * weights,
        )

    found = minimize(loss, np.zeros(len(deviation)), jac=True, method="L-BFGS-B")
    if not found.success:
        raise RuntimeError(f"the evidence weights did not converge: {found.message}")
    return EvidenceWeights(*(float(weight) for weight in found.x / deviation))
