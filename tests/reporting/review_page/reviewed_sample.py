"""A small review view, by hand: a gap that was kept, one that was lost, and a rejected span."""

from streamrecall.benchmark.annotator import EvidenceCandidate, SalientCandidate
from streamrecall.benchmark.losses import Loss
from streamrecall.benchmark.stages.resolution import Resolution
from streamrecall.benchmark.votes import Stage, Vote
from streamrecall.records import Dialogue, Domain, Gap, GapType, Instance, SalientUtterance, Turn, Window
from streamrecall.reporting.review_page import ReviewView

HOSTILE = "</script><script>document.title='owned'</script><img src=x onerror=document.title='owned'>"
TEXTS = (
    "We hired Brambeck for the roof.",
    "They start in May.",
    HOSTILE,
    "The crane comes on Monday.",
    "Call the other firm about the price.",
    "It was wrong before.",
    "Zoe orders the tiles today.",
)
TURNS = tuple(
    Turn("d", index, f"t{index}", "Ann", text, time="2026-03-01T10:00") for index, text in enumerate(TEXTS)
)
DIALOGUE = Dialogue("d", "invented", Domain.WORKPLACE, TURNS)
WINDOWS = (
    Window("d.0", "d", TURNS[4:], 40),
    Window("d.1", "d", TURNS[5:], 50),
)


def candidate(number, turn, gap_type=None, window_id="d.0"):
    return SalientCandidate(
        window_id,
        f"{window_id}.S{number}",
        (number,),
        (f"t{turn}",),
        TEXTS[turn],
        gap_type,
        "what is missing",
    )


def evidence(turn, reasoning="it names the firm"):
    return EvidenceCandidate("d.0", "d.0.S1", f"T{turn}-S0", f"t{turn}", turn, "Ann", TEXTS[turn], reasoning)


def vote(stage, annotator, target, label, detail=""):
    return Vote(stage, annotator, "d.0", target, label, detail)


def review_view(source="votes"):
    gap = Gap("d.0.U0.G", GapType.REFERENTIAL, "which firm", ("t0",), "Brambeck is the firm.")
    given = Instance(
        WINDOWS[0], "invented", Domain.WORKPLACE, (SalientUtterance("d.0.U0", ("t4",), TEXTS[4], gap),)
    )
    return ReviewView(
        title="Review",
        source=source,
        windows=WINDOWS,
        dialogues={"d": DIALOGUE},
        candidates=(
            candidate(1, 4, GapType.REFERENTIAL),
            candidate(2, 5),
            candidate(2, 6, window_id="d.1"),
        ),
        evidence=(evidence(0), evidence(2, "it is hostile")),
        accepted=(evidence(0),),
        resolutions=(Resolution("d.0", "d.0.S1", "Brambeck is the firm.", "a"),),
        votes=(
            *(vote(Stage.DEPENDENCE, who, "d.0.S1", "referential", "which firm") for who in "ab"),
            vote(Stage.DEPENDENCE, "c", "d.0.S1", "none"),
            vote(Stage.DEPENDENCE, "a", "d.0.S2", "attribute"),
            vote(Stage.DEPENDENCE, "b", "d.0.S2", "relational"),
            vote(Stage.SALIENCE, "c", "S3", "none"),
            *(vote(Stage.VALIDATION, who, "d.0.S1/T0-S0", "valid") for who in "abc"),
            *(vote(Stage.VALIDATION, who, "d.0.S1/T2-S0", "invalid", "sufficient") for who in "abc"),
        ),
        losses=(
            Loss("rejected", Stage.DEPENDENCE, "d.0", "d.0.S2.G", TEXTS[5], "no agreed type", 2, 3),
            Loss("rejected", Stage.SALIENCE, "d.0", "S3", TEXTS[6], "fewer than 2 call it salient", 1, 3),
            Loss("rejected", Stage.VALIDATION, "d.0", "d.0.S1/T2-S0", HOSTILE, "not valid", 0, 3),
        ),
        instances=(given,) if source == "corpus" else (),
    )
