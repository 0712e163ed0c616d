"""bert-score on the packaged encoder: its numbers are not comparable with those of other models."""

import pytest

from streamrecall.errors import ModelError
from streamrecall.metrics.bert_score import NO_ANSWER, BertScorer
from streamrecall.models.minilm import packaged_folder

pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::UserWarning"
)


@pytest.fixture(scope="module")
def scorer():
    return BertScorer(str(packaged_folder()), layers=6)


@pytest.mark.slow
def test_a_paraphrase_is_nearer_than_an_unrelated_text(scorer):
    answers = ["The cello is in Oslo.", "She keeps the cello in Oslo.", "Taxes are due in May.", "", "Oslo"]
    same, near, far, empty, unknown = scorer.score(answers, ["The cello is in Oslo."] * 4 + [""])
    assert same.f1 == pytest.approx(1.0, abs=1e-4)
    assert far.f1 < near.f1 < same.f1
    assert empty == unknown == NO_ANSWER
    assert near.f1 == pytest.approx(
        2 * near.precision * near.recall / (near.precision + near.recall), abs=1e-4
    )


@pytest.mark.slow
def test_recall_is_the_formula_of_the_paper(scorer):
    """A reference that is part of the answer is recalled in full more than it is matched exactly."""
    (score,) = scorer.score(["The cello is in Oslo and the piano is in Lima."], ["The cello is in Oslo"])
    assert score.recall > score.precision


def test_pairs_must_match(scorer):
    with pytest.raises(ValueError, match="1 answers but 2"):
        scorer.score(["a"], ["a", "b"])


def test_an_unknown_model_is_named(tmp_path):
    with pytest.raises(ModelError, match="nowhere"):
        BertScorer(str(tmp_path / "nowhere"), layers=2).score(["a"], ["b"])
