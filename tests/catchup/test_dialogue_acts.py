"""What single sentences do, in several languages, and proposals that somebody agrees to."""

import pytest

from streamrecall.catchup.dialogue_acts import classify, read_sentences
from streamrecall.catchup.digest import PointKind
from streamrecall.records import Turn

DECISIONS = [
    "We decided to go with the second supplier.",
    "They've agreed on 8 % for the whole year.",
    "Let's go with the blue cover.",
    "From Monday on the suite runs without the sandbox.",
    "I've moved our dinner to Thursday, half past seven.",
    "The cake moves to Monday the 23rd.",
    "The Friday meeting is cancelled.",
    "We're not going to renew the old contract.",
    "New plan: five percent at eight, everyone at noon.",
    "Wir haben beschlossen, das Fest im Juni zu feiern.",
    "Die Sitzung am Freitag ist abgesagt.",
    "Hemos decidido cambiar de proveedor.",
    "On a décidé de partir samedi matin.",
    "Ficou combinado que a reunião é na quinta.",
    "Abbiamo deciso di vendere la macchina.",
    "We hebben afgesproken om acht uur.",
]
ACTIONS = [
    "I'll send you the draft tonight.",
    "Could you check the numbers before Friday?",
    "Can someone bring the projector?",
    "Dario, take us back to the old page.",
    "Please don't deploy to staging this afternoon.",
    "The invoices need to be paid by Monday.",
    "You have to sign the second page.",
    "Anna will book the train tickets.",
    "Don't forget the passports!",
    "TODO: rename the old folder",
    "Leave it with me, I can book the table.",
    "Kannst du bitte den Kuchen mitbringen?",
    "Ich kümmere mich um die Tickets.",
    "¿Puedes mandar el contrato?",
    "Je m'en occupe demain matin.",
    "Tu peux apporter les chaises ?",
    "Per favore manda il contratto a Giulia.",
]
QUESTIONS = [
    "What will April cost us?",
    "Where do we meet tomorrow?",
    "Wann fährt der Zug?",
    "明天几点开会\uff1f",
    "متى يبدأ الاجتماع؟",
    'Did he really say "never again"?',
]
NEITHER = [
    "The dead-letter count was zero for the whole night.",
    "That lasagna was wonderful.",
    "Keep: small chunks.",
    "Take care!",
    "Order 91520: the page says delivered.",
    "I love that you chose pottery for your art.",
    "Let me know if you need anything!",
    "If we had decided to stay, we would have seen it.",
    "Agreed.",
    "ok",
    "",
]


@pytest.mark.parametrize("text", DECISIONS)
def test_decisions(text):
    assert classify(text) is PointKind.DECISION


@pytest.mark.parametrize("text", ACTIONS)
def test_action_items(text):
    assert classify(text) is PointKind.ACTION


@pytest.mark.parametrize("text", QUESTIONS)
def test_questions(text):
    assert classify(text) is PointKind.QUESTION


@pytest.mark.parametrize("text", NEITHER)
def test_what_only_tells(text):
    assert classify(text) is PointKind.HAPPENED


def turns(*lines):
    return [
        Turn("d", index, f"t{index}", *line.split(": ", 1), reply_to=None) for index, line in enumerate(lines)
    ]


def test_a_proposal_that_another_speaker_agrees_to_is_a_decision_of_both_turns():
    found = read_sentences(turns("Ann: How about the harbour cafe on Friday?", "Bo: Deal."))
    assert found[0].kind is PointKind.DECISION
    assert [turn.turn_id for turn in found[0].also] == ["t1"]


@pytest.mark.parametrize(
    "answer", ["Ann: Deal.", "Bo: Never.", "Bo: Sure, but who pays for all the coffee then, you or me?"]
)
def test_a_proposal_without_agreement_is_none(answer):
    found = read_sentences(turns("Ann: How about the harbour cafe on Friday?", answer))
    assert found[0].kind is PointKind.QUESTION


def test_sentences_keep_their_words_and_places():
    turn = turns("Ann: Morning all.  The cake moves to Monday the 23rd.\nWho pays for it?")[0]
    found = read_sentences([turn])
    assert [turn.text[s.start : s.end].strip() for s in found] == [s.text for s in found]
    assert [s.kind for s in found] == [PointKind.HAPPENED, PointKind.DECISION, PointKind.QUESTION]
