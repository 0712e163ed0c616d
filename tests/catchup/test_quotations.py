"""Which sentences are quoted, and how much of them."""

from streamrecall.catchup.dialogue_acts import read_sentences
from streamrecall.catchup.digest import PointKind
from streamrecall.catchup.quotations import quotations
from streamrecall.records import Turn


def quote(*lines):
    turns = [Turn("d", i, f"t{i}", *line.split(": ", 1)) for i, line in enumerate(lines)]
    return [(entry.kind, entry.text) for entry in quotations(read_sentences(turns), ())]


def test_neighbours_of_one_kind_are_one_quotation_and_kinds_are_apart():
    found = quote(
        "Ann: The train to Ghent was late. The ferry sank. I'll book the early bus to Ghent tomorrow."
    )
    assert found == [
        (PointKind.HAPPENED, "The train to Ghent was late. The ferry sank."),
        (PointKind.ACTION, "I'll book the early bus to Ghent tomorrow."),
    ]


def test_a_request_that_says_little_takes_the_sentence_before_it():
    assert quote("Ann: The deposit for the hall is due. Call Bo, please.") == [
        (PointKind.ACTION, "The deposit for the hall is due. Call Bo, please.")
    ]


def test_a_long_message_is_quoted_around_its_most_salient_sentence():
    filler = " ".join(f"The weather was quite mild in week {word}." for word in "abcdefghijklmnop")
    text = f"{filler} Yesterday Brembo confirmed 450 euros for the June party in Ghent. {filler}"
    ((_, found),) = quote(f"Ann: {text}")
    assert "450 euros" in found
    assert len(found.split()) <= 60
    assert found in text


def test_one_sentence_is_never_cut():
    text = "Yesterday Brembo confirmed 450 euros " + "and soup " * 80 + "for the June party."
    assert [found for _, found in quote(f"Ann: {text}")] == [text]


def test_what_is_said_again_is_quoted_once():
    found = quote("Ann: We decided to buy the blue tent.", "Bo: Yes, we decided to buy the blue tent.")
    assert len(found) == 1


def test_an_answered_question_is_no_point_and_an_open_one_is():
    assert (PointKind.QUESTION, "Who pays for the tent?") in quote("Ann: Who pays for the tent?")
    answered = quote("Ann: Who pays for the tent?", "Bo: The firm pays for it in June.")
    assert all(kind is not PointKind.QUESTION for kind, _ in answered)


def test_greetings_and_thanks_are_not_quoted():
    assert quote("Ann: Good morning!", "Bo: Thanks a lot :)", "Ann: ok") == []
