import pytest
from annotated_window import HISTORY, OFFER, WINDOW

from streamrecall.metrics.gap_resolution_completeness import gap_resolution_completeness, resolving_sentences
from streamrecall.records import SummarySentence
from streamrecall.text.content_words import read_words

KNOWN = read_words(WINDOW.render()).content


def resolving(*sentences: str) -> tuple[int, ...]:
    return resolving_sentences(
        OFFER,
        "Then we take their offer today.",
        KNOWN,
        [HISTORY["t0"]],
        [SummarySentence(sentence) for sentence in sentences],
    )


@pytest.mark.parametrize(
    "sentences",
    [
        ("Maren takes the credit of 8 % on the order that Brambeck offered.",),
        ('Maren: "Then we take their offer" (earlier: Brambeck offered us a credit of 8 % on the order).',),
    ],
)
def test_a_stated_resolution_is_accepted(sentences: tuple[str, ...]) -> None:
    assert resolving("Pavel said good morning.", *sentences) == (1,)


@pytest.mark.parametrize(
    "sentence",
    [
        "Then we take their offer today.",
        "They discussed an offer and an order.",
        "Maren takes the credit of 12 % on the order that Brambeck offered.",
        "Maren takes the 8 % that Velmira agreed to.",
        "The offer is not stated.",
        "Brambeck.",
        "",
    ],
)
def test_echo_vague_and_swapped_answers_are_refused(sentence: str) -> None:
    assert resolving(sentence) == ()


def test_no_sentence_resolves_nothing() -> None:
    assert resolving() == ()


@pytest.mark.parametrize(
    ("resolved", "empty", "gaps", "value"),
    [
        ([True, False], False, 3, 0.5),
        ([], False, 3, None),
        ([], True, 3, 0.0),
        ([], True, 0, None),
        ([False], False, 1, 0.0),
    ],
)
def test_the_share_is_undefined_where_memory_resolves_nothing(
    resolved: list[bool], empty: bool, gaps: int, value: float | None
) -> None:
    assert gap_resolution_completeness(resolved, memory_is_empty=empty, gaps=gaps) == value
