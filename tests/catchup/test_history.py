"""The history of a window: searched whole while it is short, in a selection when it is long."""

import pytest
from catchup_samples import quick_tools

from streamrecall.catchup.history import SearchedHistory
from streamrecall.records import Turn

PHRASE = "the marzipan hedgehog lives in the piano"


def chat(count):
    talk = [
        "We painted the fence green and the neighbours came over for lemonade afterwards.",
        "Bus 12 was late again, so I walked along the river and counted eleven swans.",
        "Somebody should water the tomatoes while the whole family is away in August.",
    ]
    turns = [Turn("d", i, f"t{i}", "Ann", f"{talk[i % 3]} Number {i}.") for i in range(count)]
    turns[40] = Turn("d", 40, "t40", "Bo", PHRASE)
    return turns


def test_a_short_history_is_compared_whole_and_each_turn_is_embedded_once():
    tools = quick_tools()
    history = SearchedHistory(tools)
    turns = chat(120)
    history.observe(turns[:60])
    assert len(history.compare(["hedgehog"])) == 60
    first = history.compare(["hedgehog"]).likely_evidence("marzipan hedgehog")
    assert first[0][0].turn_id == "t40"
    before = tools.embedder.embedded
    history.observe(turns[60:])
    history.compare(["hedgehog"]).likely_evidence("marzipan hedgehog")
    added = tools.embedder.embedded - before
    assert 0 < added <= 2 * 60  # chunks and turns of what is new


def test_of_a_long_history_a_selection_is_compared_that_holds_the_rare_word_and_the_latest_turns():
    history = SearchedHistory(quick_tools(), whole_chunks=20, pool_chunks=16)
    history.observe(chat(3000))
    compared = history.compare(["where does the marzipan hedgehog live"])
    assert 0 < len(compared) < 200
    found = [turn.turn_id for turn, _ in compared.likely_evidence("marzipan hedgehog")]
    assert found[0] == "t40"
    assert "t2999" in found
    assert len(history.turns) == 3000


def test_probabilities_add_up_to_one_and_fall():
    history = SearchedHistory(quick_tools())
    history.observe(chat(90))
    chances = [chance for _, chance in history.compare([""]).likely_evidence("swans by the river")]
    assert sum(chances) == pytest.approx(1, abs=1e-5)
    assert chances == sorted(chances, reverse=True)


def test_without_a_history_there_is_no_evidence():
    assert SearchedHistory(quick_tools()).compare(["x"]).likely_evidence("x") == []
