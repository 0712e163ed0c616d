import dataclasses

import pytest
from annotated_window import BACKFILL, HISTORY, OFFER, paraphrasing, quoting, turn

from streamrecall.errors import DataError
from streamrecall.metrics.memory_recall import held_evidence, held_share, memory_recall, resolution_stated
from streamrecall.records import Memory, MemoryItem

LONG = turn(
    7, "Maren", "The cut-over starts on Thursday at ten, the way back takes four minutes, call me first."
)


def chunk(text: str, *turn_ids: str, partial: tuple[str, ...] = ()) -> Memory:
    item = MemoryItem(text, turn_ids, 0, 5, partial_turn_ids=partial)
    return Memory("Sparse", (item,), 5, 1024)


def test_it_is_the_share_of_recalled_gaps_and_undefined_without_gaps() -> None:
    assert memory_recall([True, False, True, False]) == 0.5
    assert memory_recall([]) is None


def test_each_evidence_turn_held_is_named() -> None:
    assert held_evidence(OFFER, quoting(HISTORY["t0"], HISTORY["t2"]), HISTORY) == ("t0",)
    assert held_evidence(OFFER, quoting(), HISTORY) == ()


def test_outdated_evidence_alone_does_not_count() -> None:
    gap = dataclasses.replace(OFFER, evidence=("t0", "t3"))
    assert held_evidence(gap, quoting(HISTORY["t3"]), HISTORY) == ()


def test_the_same_words_from_another_turn_do_not_count() -> None:
    assert held_share(LONG, chunk(LONG.render(), "t99")) == 0


@pytest.mark.parametrize(("kept", "share"), [(1.0, 1.0), (0.9, 0.9), (0.5, 0.5), (0.05, 0.0)])
def test_a_cut_turn_is_held_in_part(kept: float, share: float) -> None:
    cut = LONG.text[: int(len(LONG.text) * kept)]
    assert held_share(LONG, chunk(f"Pavel: hello Maren: {cut}", "t6", "t7")) == pytest.approx(share, abs=0.02)


def test_two_chunks_hold_a_turn_between_them() -> None:
    half = len(LONG.text) // 2
    first = MemoryItem("Maren: " + LONG.text[:half], ("t7",), 7, 5)
    second = MemoryItem(LONG.text[half - 10 :] + " Pavel: ok", ("t8",), 8, 5, partial_turn_ids=("t7",))
    assert held_share(LONG, Memory("Sparse", (first, second), 10, 1024)) == 1


def test_a_turn_longer_than_its_chunk_is_held_by_its_middle() -> None:
    assert 0.3 < held_share(LONG, chunk(LONG.text[20:60], "t7")) < 0.6


def test_a_turn_without_text_is_never_held() -> None:
    empty = turn(8, "Pavel", " ")
    assert held_share(empty, chunk("Pavel:", "t8")) == 0


def test_evidence_outside_the_history_is_an_error_that_names_the_gap() -> None:
    with pytest.raises(DataError, match=r"g0.*t0"):
        held_evidence(OFFER, quoting(), {})


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("Brambeck offered a credit of 8 % on orders. Lunch was good.", True),
        ("Brambeck offered a credit of 5 % on orders.", False),
        ("Somebody made an offer and there was a credit.", False),
        ("", False),
    ],
)
def test_a_paraphrase_must_keep_words_and_every_number(text: str, held: bool) -> None:
    memory = paraphrasing(text) if text else paraphrasing()
    assert held_evidence(OFFER, memory, HISTORY) == (("t0",) if held else ())


def test_words_scattered_over_a_long_summary_state_nothing() -> None:
    memory = paraphrasing(
        "Brambeck sells parasols. Lunch was late. Somebody offered help. It rained. Credit is due. "
        "The sun came out. We had 8 % growth. Nobody came. An order was lost."
    )
    assert held_evidence(OFFER, memory, HISTORY) == ()


def test_a_quoting_memory_is_not_read_as_a_paraphrase() -> None:
    assert not resolution_stated(BACKFILL, quoting(turn(5, "X", BACKFILL.resolution)), frozenset())
    assert resolution_stated(BACKFILL, paraphrasing(BACKFILL.resolution), frozenset())
