"""Annotators that give prepared answers to the later stages, and the candidates they are asked about."""

from small_dialogue import dialogue, window

from streamrecall.benchmark.annotator import EvidenceCandidate, Given, SalientCandidate
from streamrecall.records import GapType

WINDOWS = {"small.0": window()}
DIALOGUES = {"small": dialogue()}
GAP = SalientCandidate(
    "small.0",
    "small.0.S1",
    (1,),
    ("t8",),
    "Ask the other party to send a few requests with wrong signatures.",
    GapType.REFERENTIAL,
    "who the other party is",
    ("a", "b", "c"),
)
PLAIN = SalientCandidate("small.0", "small.0.S4", (4,), ("t10",), "The report is due on Friday.")


class Prepared:
    """An annotator whose answers are functions of the question; those not given fail."""

    def __init__(self, name, **answers):
        self.name = name
        self._answers = answers

    def _answer(self, step, questions):
        answer = self._answers.get(step, lambda question: Given(None, "not prepared"))
        return [answer(question) for question in questions]

    def read(self, windows):
        return self._answer("read", windows)

    def screen(self, screenings):
        return self._answer("screen", screenings)

    def audit(self, audits):
        return self._answer("audit", audits)

    def validate(self, checks):
        return self._answer("validate", checks)

    def resolve(self, checks):
        return self._answer("resolve", checks)


def evidence(source_id="T0-S1", sentence="The webhook takes order notices from the partner channels."):
    turn = int(source_id[1:].partition("-")[0])
    return EvidenceCandidate(
        "small.0", GAP.utterance_id, source_id, f"t{turn}", turn, "Ann", sentence, f"{source_id} names them"
    )
