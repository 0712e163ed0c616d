"""Which turns stand behind the sentences of a summary."""

from streamrecall.baselines.summary_items import summary_items
from streamrecall.records import Turn
from streamrecall.text.tokens import count_tokens

TURNS = [
    Turn("d", 4, "a", "Ann", "The caterer moved the tasting to Friday.", time="2026-03-01T10:00"),
    Turn("d", 5, "b", "Bob", ""),
    Turn("d", 6, "c", "Bob", "My parents arrive at noon with two dogs.", time="2026-03-02T10:00"),
]


def test_a_sentence_names_the_turns_it_tells_else_the_nearest_one():
    told, near, none = summary_items(
        "Ann said the caterer moved the tasting to Friday. Dogs were mentioned. Something happened.", TURNS
    )
    assert (told.turn_ids, told.first_turn, told.date) == (("a",), 4, "2026-03-01")
    assert (near.turn_ids, near.first_turn, near.date) == (("c",), 6, "2026-03-02")
    assert none.turn_ids == ("a",)
    assert told.tokens == count_tokens("Ann said the caterer moved the tasting to Friday.\n")


def test_a_sentence_that_tells_two_turns_names_both():
    both = "Bob's parents arrive at noon with two dogs and Ann's caterer moved the tasting to Friday."
    assert summary_items(both, TURNS)[0].turn_ids == ("a", "c")


def test_a_turn_of_a_name_and_small_words_is_not_told_by_every_sentence_that_names_the_speaker():
    turns = [*TURNS, Turn("d", 7, "d", "Bob", "Yes, okay."), Turn("d", 8, "e", "Bob", "🙂")]
    assert summary_items("Bob's parents arrive at noon with two dogs.", turns)[0].turn_ids == ("c",)
    assert summary_items("Bob saw dogs.", turns)[0].turn_ids == ("c",)


def test_nothing_comes_from_nothing():
    assert summary_items("", TURNS) == []
    assert summary_items("A sentence.", [TURNS[1]]) == []
