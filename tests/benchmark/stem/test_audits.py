"""One fault at a time in a question: the audit refuses it and names the check."""

from dataclasses import replace

import pytest
from lantern_talk import stream

from streamrecall.benchmark.stem.audits import CHECKS, audit_questions, first_problem
from streamrecall.benchmark.stem.categories import NOT_MENTIONED, Category
from streamrecall.benchmark.stem.claims import Claim, ClaimKind
from streamrecall.benchmark.stem.drafts import QuestionDraft, draft_question, named_by_content
from streamrecall.errors import DataError, LookAheadError

SOUND = QuestionDraft(
    dialogue_id="lanterns",
    category=Category.SINGLE_HOP,
    text="How many lanterns did Ann buy at the Harbour Market?",
    answer="seven",
    evidence=("t0",),
    entities=("seven",),
    asked_after=9,
    writer="by hand",
    predicate="bought lanterns Harbour Market",
    about="Ann",
)
HOPS = replace(
    SOUND,
    category=Category.MULTI_HOP,
    text="Where does the sister of the person who bought seven lanterns work?",
    answer="at the Lighthouse Museum",
    entities=("Lighthouse Museum",),
    evidence=("t0", "t7"),
    predicate="",
)
TRICK = replace(
    SOUND,
    category=Category.ADVERSARIAL,
    text="When did Cem buy seven lanterns at the Harbour Market?",
    answer=NOT_MENTIONED,
    entities=("not mentioned",),
    about="Cem",
)
COUNTED = replace(
    SOUND,
    category=Category.AGGREGATIVE,
    text="In how many turns so far has Ben said the name Marlow?",
    answer="2",
    entities=("2",),
    evidence=("t1", "t6"),
    claim=Claim(ClaimKind.TURNS_NAMING, ("Marlow",), ("Ben",)),
)
ORDERED = replace(
    COUNTED,
    category=Category.TEMPORAL,
    text="Which name was said first, Ottilie or Marlow?",
    answer="Marlow",
    entities=("Marlow",),
    claim=Claim(ClaimKind.FIRST_NAME, ("Ottilie", "Marlow")),
)
STREAMS = {"lanterns": stream()}


@pytest.mark.parametrize("draft", [SOUND, HOPS, TRICK, COUNTED, ORDERED], ids=lambda draft: draft.category)
def test_a_sound_question_passes(draft: QuestionDraft) -> None:
    assert first_problem(draft, STREAMS) == ("", "")
    assert draft_question(STREAMS["lanterns"], draft).evidence == draft.evidence


FAULTS = {
    "evidence after the trigger": (replace(SOUND, evidence=("t0", "t10")), "no look-ahead"),
    "evidence at the trigger": (replace(SOUND, asked_after=0), "no look-ahead"),
    "an unknown turn": (replace(SOUND, evidence=("t0", "t99")), "known turns"),
    "another dialogue": (replace(SOUND, dialogue_id="boats"), "known dialogue"),
    "no evidence": (replace(SOUND, evidence=()), "known turns"),
    "asked after the end": (replace(SOUND, asked_after=15), "known turns"),
    "no question": (replace(SOUND, text="Ann bought lanterns at the market."), "stands alone"),
    "a quotation that asks nothing": (
        replace(SOUND, text='Ann said at the market, "Seven lanterns."'),
        "stands alone",
    ),
    "points outside": (
        replace(SOUND, text="How many lanterns did you buy at the Harbour Market?"),
        "stands alone",
    ),
    "a pronoun alone": (replace(SOUND, text="How many lanterns did she buy at the market?"), "stands alone"),
    "an unsupported answer": (replace(SOUND, answer="blue", entities=("blue",)), "answer supported"),
    "a wrong number": (replace(SOUND, answer="8 of them", entities=("8",)), "answer supported"),
    "an empty answer": (replace(SOUND, answer=" "), "answer supported"),
    "the answer in the question": (
        replace(
            SOUND,
            text="Who of all people bought seven lanterns, was it Ann?",
            answer="Ann",
            entities=("Ann",),
        ),
        "answer not given away",
    ),
    "an entity that is not there": (replace(SOUND, entities=("Harbour",)), "entities present"),
    "no entity": (replace(SOUND, entities=()), "entities present"),
    "another turn that answers": (replace(SOUND, predicate="told Marlow storm"), "one answer"),
    "one hop": (
        replace(HOPS, evidence=("t0", "t2"), answer="Marlow", entities=("Marlow",)),
        "needs both hops",
    ),
    "one piece of evidence for two hops": (replace(HOPS, evidence=("t7",)), "known turns"),
    "a premise that is true": (
        replace(TRICK, evidence=("t3",), predicate="play cello rains"),
        "false premise",
    ),
    "a premise said of the person": (
        replace(TRICK, about="Marlow", evidence=("t5",), predicate="told about the storm"),
        "false premise",
    ),
    "a premise that nothing is near": (replace(TRICK, predicate="flew to the moon"), "false premise"),
    "a trick with an answer": (replace(TRICK, answer="on Friday"), "answer supported"),
    "a wrong count": (replace(COUNTED, answer="3", entities=("3",)), "answer supported"),
    "a count that the trigger changes": (
        replace(COUNTED, asked_after=6, answer="1", entities=("1",), evidence=("t1",)),
        "answer supported",
    ),
    "a count that nothing backs": (replace(COUNTED, claim=None), "answer supported"),
    "a wrong order": (replace(ORDERED, answer="Ottilie", entities=("Ottilie",)), "answer supported"),
    "a choice left out": (
        replace(ORDERED, text="Which name came up before Ottilie?"),
        "answer not given away",
    ),
}


@pytest.mark.parametrize(("draft", "check"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_refused_by_its_check(draft: QuestionDraft, check: str) -> None:
    name, reason = first_problem(draft, STREAMS)
    assert (name, bool(reason)) == (check, True)
    audited = audit_questions([named_by_content(draft)], STREAMS)
    assert audited.accepted == ()
    assert [(loss.step, loss.check) for loss in audited.losses] == [("audit", check)]


def test_every_check_refuses_something() -> None:
    assert set(CHECKS) <= {check for _, check in FAULTS.values()}


@pytest.mark.parametrize("fault", ["evidence after the trigger", "evidence at the trigger"])
def test_looking_ahead_is_refused_at_construction(fault: str) -> None:
    with pytest.raises(LookAheadError, match="strictly before"):
        draft_question(STREAMS["lanterns"], FAULTS[fault][0])


@pytest.mark.parametrize("fault", ["an unknown turn", "another dialogue", "asked after the end"])
def test_foreign_evidence_is_refused_at_construction(fault: str) -> None:
    with pytest.raises(DataError, match="lanterns"):
        draft_question(STREAMS["lanterns"], FAULTS[fault][0])


def checks_of(*drafts: QuestionDraft) -> list[str]:
    return [loss.check for loss in audit_questions(map(named_by_content, drafts), STREAMS).losses]


def test_duplicates_are_refused() -> None:
    assert checks_of(SOUND, replace(SOUND, text="how many lanterns did Ann buy, at the Harbour Market?")) == [
        "no duplicates"
    ]
    assert checks_of(
        SOUND, replace(SOUND, text="How many lanterns did Ann buy at the Harbour Market there?")
    ) == ["no duplicates"]


def test_a_count_that_has_changed_is_no_duplicate() -> None:
    earlier = replace(COUNTED, asked_after=5, answer="1", entities=("1",), evidence=("t1",))
    assert checks_of(earlier, COUNTED) == []
    assert checks_of(COUNTED, replace(COUNTED, asked_after=10)) == ["no duplicates"]


def test_the_order_of_choices_makes_no_other_question() -> None:
    turned = replace(
        ORDERED,
        text="Which of the names Marlow and Ottilie came up first?",
        claim=Claim(ClaimKind.FIRST_NAME, ("Marlow", "Ottilie")),
    )
    assert checks_of(ORDERED, turned) == ["no duplicates"]


def test_the_id_is_made_of_the_content() -> None:
    assert named_by_content(SOUND).question_id == named_by_content(SOUND).question_id
    assert named_by_content(SOUND).question_id != named_by_content(replace(SOUND, answer="eight")).question_id
