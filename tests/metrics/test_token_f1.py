import pytest

from streamrecall.metrics.token_f1 import token_f1


@pytest.mark.parametrize(
    ("answer", "reference", "score"),
    [
        ("The 7th of May", "7th May", 0.8),
        ("a red boat and a red car", "red red", 2 / 3),
        ("Paris.", "paris", 1.0),
        ("the", "a", 0.0),
        ("", "Paris", 0.0),
        ("London", "Paris", 0.0),
    ],
)
def test_words_shared_with_the_reference(answer: str, reference: str, score: float) -> None:
    assert token_f1(answer, reference) == pytest.approx(score)
