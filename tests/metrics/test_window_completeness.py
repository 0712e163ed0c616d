import pytest
from annotated_window import INSTANCE

from streamrecall.metrics.window_completeness import covering_sentences, window_completeness
from streamrecall.records import SalientUtterance, SummarySentence

LAUNCH = SalientUtterance(
    "u", ("t1", "t2"), "New steps: 5 % at eight, 25 % at ten. Everyone follows at noon."
)


def test_it_is_the_share_of_covered_utterances_and_undefined_without_any() -> None:
    assert window_completeness([True, True, False]) == pytest.approx(2 / 3)
    assert window_completeness([]) is None


@pytest.mark.parametrize(
    ("sentences", "covering"),
    [
        (["The new steps: 5 % at 8, then 25 % at 10, everyone following at noon."], (0,)),
        (["Hello.", "New steps are 5 % at eight and 25 % at ten.", "Everyone follows at noon."], (1,)),
        (["The new steps were discussed, everyone follows at noon."], ()),
        (["New steps: 5 % at eight, 35 % at ten, everyone follows at noon."], ()),
        (["There are news about the plan."], ()),
        ([], ()),
    ],
)
def test_words_and_every_number_must_be_there(sentences: list[str], covering: tuple[int, ...]) -> None:
    assert covering_sentences(LAUNCH, [SummarySentence(s) for s in sentences]) == covering


def test_two_sentences_may_cover_one_utterance() -> None:
    sentences = [
        SummarySentence("New steps: 5 % at eight."),
        SummarySentence("Then 25 % at ten, everyone at noon."),
    ]
    assert covering_sentences(LAUNCH, sentences) == (0, 1)


def test_a_sentence_that_cites_other_turns_does_not_count() -> None:
    utterance = INSTANCE.salient[0]
    assert covering_sentences(utterance, [SummarySentence(utterance.utterance, ("t11",))]) == (0,)
    assert covering_sentences(utterance, [SummarySentence(utterance.utterance, ("t12",))]) == ()
