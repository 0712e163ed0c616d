from dataclasses import replace

import pytest
from conversations import window_of

from streamrecall.records import Turn, Window
from streamrecall.remember import gap_cues as cues
from streamrecall.remember.gap_cues import UtteranceCue
from streamrecall.remember.utterances import WindowUtterance, window_utterances


def last_utterance(*said: str) -> WindowUtterance:
    return list(window_utterances(window_of(*said)))[-1]


CASES: list[tuple[UtteranceCue, str, str]] = [
    (cues.shared_past, "At the last meeting we spoke about a beeper.", "We could add a beeper to the case."),
    (cues.shared_past, "It helps locating the remote, as I was talking earlier.", "It helps locating it."),
    (cues.shared_past, "And you had issues with the batteries running out.", "Batteries run out quickly."),
    (cues.shared_past, "That reminds me of the trip to Oslo.", "Please remember to pack an umbrella."),
    (cues.general_noun, "I thought about the question all night.", "Nobody asked anything all night."),
    (cues.general_noun, "We cannot do it given my current situation.", "We cannot do it before noon."),
    (cues.new_definite, "We can talk with the coffee unit.", "We can talk over a coffee."),
    (cues.unintroduced_name, "Agathe said no again.", "Somebody said no again."),
    (cues.unintroduced_name, "I gave them Ebbe's reasons.", "I gave them my own reasons."),
    (cues.iteration, "I had another encounter with a tourist.", "I met a tourist in the museum."),
    (cues.person_without_name, "Hope he's feeling better now.", "Hope Milo feels better now."),
    (cues.figure, "We must stay under twelve Euro per remote.", "We must stay under budget per remote."),
    (cues.figure, "Sell 2,000 units.", "Sell in the city and on the property."),
    (cues.contrast, "We wanted wood but the factory refused.", "The factory works with wood."),
    (cues.action, "We decided to move the launch.", "The launch event is pretty."),
    (cues.first_person, "I'm repainting our kitchen.", "Kitchens are expensive."),
    (cues.recent_event, "Yesterday the roof leaked.", "The roof leaks in winter."),
    (cues.feeling, "That painting is so beautiful.", "That painting is made of wool."),
    (cues.general_advice, "It's important to rest.", "Rest starts on Sunday."),
    (cues.greeting, "Hey Maren, the boxes came.", "Maren, the boxes came."),
    (cues.acknowledgement, "Thanks, that helps.", "That helps the budget."),
    (cues.question, "Which supplier offered less?", "One supplier offered less."),
    (cues.question, "予算はいくらですか\uff1f", "予算は決まりました。"),
    (cues.fragment, "Over there.", "Over there stands the old printer."),
]


@pytest.mark.parametrize(("cue", "holds", "fails"), CASES)
def test_cue_holds_for_one_utterance_and_not_for_its_neighbour(
    cue: UtteranceCue, holds: str, fails: str
) -> None:
    assert cue(last_utterance(f"Ana: {holds}")) > 0
    assert cue(last_utterance(f"Ana: {fails}")) == 0


def test_a_definite_phrase_is_known_once_the_window_has_named_it() -> None:
    unnamed = last_utterance("Bo: Lunch is at noon today.", "Ana: We can talk with the coffee unit.")
    named = last_utterance("Bo: A coffee unit wrote to us.", "Ana: We can talk with the coffee unit.")
    assert cues.new_definite(unnamed) == 1
    assert cues.new_definite(named) == 0
    assert cues.novelty(named) < cues.novelty(unnamed)


def test_a_name_is_known_once_the_window_has_it_or_its_bearer_speaks() -> None:
    sentence = "Ana: Agathe said no again."
    assert cues.unintroduced_name(last_utterance("Bo: The terrace is open.", sentence)) == 1
    assert cues.unintroduced_name(last_utterance("Bo: I wrote to Agathe.", sentence)) == 0
    assert cues.unintroduced_name(last_utterance("Agathe: The terrace is open.", sentence)) == 0


def test_only_a_window_that_starts_mid_talk_is_cut() -> None:
    first = next(window_utterances(window_of("Ana: So embarrassing, that evening with the roses.")))
    greeted = next(window_utterances(window_of("Ana: Hey Bo! The evening with the roses was fun.")))
    assert cues.cut_conversation(first) == 1
    assert cues.cut_conversation(greeted) == 0
    assert cues.cut_conversation(last_utterance("Bo: Roses grow well here.", "Ana: Roses need sun.")) == 0


def test_a_new_session_ends_the_talk_that_began_before_the_window() -> None:
    window = window_of("Ana: Roses grow well here.", "Bo: The printer arrived this morning.")
    second = replace(window.turns[1], session="2")
    *_, last = window_utterances(replace(window, turns=(window.turns[0], second)))
    assert not last.mid_conversation


@pytest.mark.parametrize(("parent", "strength"), [("t3", 1.0), ("t100", 0.0), (None, 0.0)])
def test_a_reply_points_outside_when_its_parent_is_not_in_the_window(
    parent: str | None, strength: float
) -> None:
    opening = Turn("d", 100, "t100", "Ana", "The offers came in this morning.")
    reply = Turn("d", 101, "t101", "Bo", "Take the cheaper one, please.", reply_to=parent)
    *_, last = window_utterances(Window("w", "d", (opening, reply), 9000))
    assert cues.reply_outside(last) == strength
