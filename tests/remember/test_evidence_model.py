"""What the weights multiply, and that they make a probability."""

from dataclasses import astuple, fields

import numpy as np
import pytest
from conversations import turns

from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.records import Turn
from streamrecall.remember.evidence_model import EvidenceModel, EvidenceWeights
from streamrecall.retrieval.stream_index import StreamIndex

HISTORY = [
    *turns("Ana: The beeper costs three euros.", "Bo: Okay.", session="1"),
    *turns("Ana: Lunch is in the kitchen.", "Bo: The case is made of wood, as before.", start=2, session="2"),
]
COLUMNS = [field.name for field in fields(EvidenceWeights)]
QUERY = "what does the beeper cost"


def model(history: list[Turn], weights: EvidenceWeights | None = None) -> EvidenceModel:
    index = StreamIndex(HashedEmbedder())
    evidence = EvidenceModel(index, weights or EvidenceWeights())
    index.observe(history)
    evidence.observe(history)
    return evidence


def test_every_weight_has_its_column() -> None:
    numbers, features = model(HISTORY).features(QUERY, session="2")
    assert sorted(numbers) == [0, 1, 2, 3]
    assert features.shape == (4, len(COLUMNS))
    rows = dict(zip(numbers, features, strict=True))
    beeper, last = (dict(zip(COLUMNS, rows[number].tolist(), strict=True)) for number in (0, 3))
    assert beeper["words"] == 1
    assert beeper["similarity"] > last["similarity"]
    assert (beeper["distance"], last["distance"]) == (pytest.approx(-np.log(4)), 0)
    assert (beeper["same_session"], last["same_session"]) == (0, 1)


def test_probabilities_are_the_softmax_of_the_weighted_features() -> None:
    weights = EvidenceWeights(similarity=3, words=2, distance=1)
    evidence = model(HISTORY, weights)
    numbers, features = evidence.features(QUERY, session="2")
    powers = np.exp(features @ np.array(astuple(weights)))
    expected = dict(zip(numbers, (powers / powers.sum()).tolist(), strict=True))
    assert evidence.probabilities(QUERY, session="2") == pytest.approx(expected)


def test_no_history_has_no_candidates() -> None:
    numbers, features = model([]).features(QUERY, session="")
    assert (numbers, features.shape) == ([], (0, len(COLUMNS)))
    assert model([]).probabilities(QUERY, session="") == {}
