"""Sentences of turns as items, and extracts of them."""

from streamrecall.baselines.turn_sentences import extract_summary, turn_sentences
from streamrecall.records import Turn


def sentences(text, index=0, speaker="Ana"):
    return turn_sentences(Turn("d", index, f"t{index}", speaker, text, time="2024-05-01T10:00"))


def test_a_sentence_carries_its_speaker_turn_and_date():
    first, second = sentences("We moved to Oslo in May. Oh wow! The flat has a blue door.")
    assert (first.item.text, second.item.text) == (
        "Ana: We moved to Oslo in May.",
        "Ana: The flat has a blue door.",
    )
    assert first.item.turn_ids == first.item.partial_turn_ids == ("t0",)
    assert first.item.date == "2024-05-01"
    assert "oslo" in first.words


def test_a_turn_of_one_sentence_is_whole():
    (only,) = sentences("We moved to Oslo.\n", speaker="")
    assert only.item.text == "We moved to Oslo."
    assert only.item.partial_turn_ids == ()


def test_an_extract_says_most_per_token_and_keeps_the_order():
    said = [
        *sentences(
            "Well, I really do think that it is so very, very late and that we may go home, ferry.", 0
        ),
        *sentences("The ferry to Oslo leaves at nine.", 1),
        *sentences("Ferry tickets cost 40 kroner.", 2),
        *sentences("Ferry tickets cost 40 kroner.", 3),
    ]
    costs = [each.item.tokens for each in said]
    assert [each.item.first_turn for each in extract_summary(said, costs[1] + costs[2])] == [1, 2]
    assert [each.item.first_turn for each in extract_summary(said, sum(costs))] == [0, 1, 2]


def test_no_room_or_no_sentences_give_nothing():
    assert extract_summary([], 100) == []
    assert extract_summary(sentences("The ferry to Oslo leaves at nine."), 2) == []
