"""The fits of ``benchmarks/gap_weights.py`` find the weights that made their data."""

import math
from dataclasses import astuple
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from streamrecall.remember.evidence_model import EvidenceWeights
from streamrecall.remember.gap_cues import WeightedCue, figure, iteration, question


@pytest.fixture
def gap_weights(repository: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(repository / "benchmarks")
    import gap_weights

    return gap_weights


def test_cue_weights_are_the_log_odds(gap_weights: ModuleType) -> None:
    rng = np.random.default_rng(0)
    rows = []
    for _ in range(4000):
        held = (float(rng.integers(2)), float(rng.integers(3)), 0.0)
        odds = 2.0 * held[0] - 1.0 * held[1] - 0.5
        rows.append(gap_weights.UtteranceRow("d", held, bool(rng.random() < 1 / (1 + math.exp(-odds)))))
    cues = [WeightedCue(figure, 9.0, "m"), WeightedCue(question, 9.0), WeightedCue(iteration, 9.0)]
    fitted, bias = gap_weights.fit_cues(cues, rows, ridge=1e-6)
    assert [cue.cue for cue in fitted] == [figure, question, iteration]
    assert fitted[0].missing == "m"
    assert [cue.weight for cue in fitted] == [pytest.approx(2, abs=0.25), pytest.approx(-1, abs=0.25), 0.0]
    assert bias == pytest.approx(-0.5, abs=0.25)


def test_evidence_weights_are_those_of_the_choice_model(gap_weights: ModuleType) -> None:
    rng = np.random.default_rng(1)
    true = np.array(astuple(EvidenceWeights(3.0, 1.0, 0.0, 2.0, -1.0, 0.5, 1.0)))
    rows = []
    for _ in range(1500):
        features = rng.normal(size=(12, true.size))
        shares = np.exp(features @ true)
        is_evidence = np.arange(12) == rng.choice(12, p=shares / shares.sum())
        rows.append(gap_weights.GapRow("d", features, is_evidence))
    rows.append(gap_weights.GapRow("d", rng.normal(size=(12, true.size)), np.zeros(12, dtype=np.bool_)))
    assert astuple(gap_weights.fit_evidence(rows, ridge=0.0)) == pytest.approx(true, abs=0.3)


def test_a_strong_ridge_leaves_nothing_of_either_fit(gap_weights: ModuleType) -> None:
    features = np.eye(7)
    row = gap_weights.GapRow("d", features, np.arange(7) == 0)
    assert astuple(gap_weights.fit_evidence([row], ridge=1e6)) == pytest.approx([0.0] * 7, abs=1e-3)
    rows = [gap_weights.UtteranceRow("d", (float(n % 2),), bool(n % 2)) for n in range(20)]
    (cue,), _ = gap_weights.fit_cues([WeightedCue(figure, 1.0)], rows, ridge=1e6)
    assert cue.weight == pytest.approx(0, abs=1e-3)
