"""Sentences of windows and histories, and what they are called."""

from small_dialogue import dialogue, numbered

from streamrecall.benchmark.window_sentences import history_sentences, number_sentences
from streamrecall.records import Turn, Window


def test_sentences_are_numbered_from_one_over_all_turns():
    window = numbered()
    assert [sentence.number for sentence in window.sentences] == [1, 2, 3, 4, 5, 6]
    assert window.sentence(2).text == "I will reuse the lock."
    assert window.render().splitlines()[3] == "4. Ann: The report is due on Friday."


def test_joined_sentences_of_one_turn_keep_what_stands_between_them():
    turn = Turn("d", 5, "t5", "Ann", "First one.   Second one.\nThird one.")
    window = number_sentences(Window("w", "d", (turn,), 0))
    assert window.text_of((1, 2)) == "First one.   Second one."
    assert window.text_of((1, 3)) == "First one. Third one."


def test_sentences_of_several_turns_name_each_turn_once():
    assert numbered().turns_of((1, 2, 4)) == ("t8", "t10")


def test_a_history_sentence_is_named_by_its_turn_and_place():
    ids = [sentence.source_id for sentence in history_sentences(dialogue().turns[2])]
    assert ids == ["T2-S0", "T2-S1"]
    assert history_sentences(dialogue().turns[2])[1].render() == "T2-S1 Ann: It has held since March."


def test_a_turn_without_text_has_no_sentence():
    assert history_sentences(Turn("d", 0, "t", "Ann", " \n ")) == ()
