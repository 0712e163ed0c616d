"""One planted fault at a time in the questions of STEM-Bench: the suite refuses it and names the question."""

from dataclasses import replace

import pandas as pd
import pytest

from streamrecall.errors import DataError
from streamrecall.quality.stem_facts import question_facts
from streamrecall.quality.validator import SuiteValidator
from streamrecall.records import Dialogue, Domain, Question, Turn

DIALOGUES = [
    Dialogue(
        name,
        "invented",
        Domain.CHITCHAT,
        tuple(Turn(name, i, f"{name}{i}", "Ann", f"word {i}") for i in range(6)),
    )
    for name in ("a", "b")
]
SOUND = Question("a.q1", "a", "What was said?", 4, "single_hop", "word 1", ("a1",), ("1",))
OTHER = Question("a.q2", "a", "What came first?", 5, "comparative", "word 2", ("a2", "a3"), ("2",))


def check(*questions: Question) -> None:
    SuiteValidator("stem_questions").validate(question_facts(questions, DIALOGUES))


def test_sound_questions_pass() -> None:
    check(SOUND, OTHER)


def test_a_benchmark_without_questions_is_refused_unless_none_are_asked_for() -> None:
    with pytest.raises(DataError, match="row_count"):
        check()
    SuiteValidator("stem_questions", least=0).validate(question_facts([], DIALOGUES))


FAULTS = {
    "evidence after the trigger": (replace(SOUND, evidence=("a1", "a5")), "evidence_before_trigger"),
    "evidence at the trigger": (replace(SOUND, evidence=("a4",)), "evidence_before_trigger"),
    "an unknown turn": (replace(SOUND, evidence=("a1", "a77")), "evidence_known"),
    "evidence of another dialogue": (replace(SOUND, evidence=("b1",)), "evidence_known"),
    "an unknown dialogue": (replace(SOUND, dialogue_id="c"), "asked_inside"),
    "asked after the end": (replace(SOUND, asked_after=6), "asked_inside"),
    "asked before the start": (replace(SOUND, asked_after=-1), "asked_inside"),
    "no evidence": (replace(SOUND, evidence=()), "evidence_turns"),
    "evidence twice": (replace(SOUND, evidence=("a1", "a1")), "evidence_distinct"),
    "too little evidence": (replace(SOUND, category="multi_hop"), "evidence_enough"),
    "an unknown category": (replace(SOUND, category="riddle"), "category"),
    "no answer": (replace(SOUND, answer=" "), "answer"),
    "no question": (replace(SOUND, text="It was said."), "text"),
    "no entity": (replace(SOUND, entities=()), "entities"),
}


@pytest.mark.parametrize(("question", "column"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_refused(question: Question, column: str) -> None:
    with pytest.raises(DataError, match=rf"stem_questions': .*\({column}[,)].* 1 rows: a\.q1"):
        check(question, OTHER)


def test_an_id_twice_is_refused() -> None:
    with pytest.raises(DataError, match=r"ToBeUnique|to_be_unique"):
        check(SOUND, replace(OTHER, question_id="a.q1"))


def test_an_empty_benchmark_is_refused() -> None:
    with pytest.raises(DataError, match="row_count"):
        check()


def test_a_loss_says_where_and_why() -> None:
    columns = ["step", "check", "dialogue_id", "category", "question_id", "text", "reason"]
    row = ["audit", "no look-ahead", "a", "temporal", "a.q3", "What?", "evidence 'a5' is late"]
    suite = SuiteValidator("stem_losses")
    suite.validate(pd.DataFrame([row], columns=columns))
    with pytest.raises(DataError, match="reason"):
        suite.validate(pd.DataFrame([[*row[:-1], " "]], columns=columns))
    with pytest.raises(DataError, match="step"):
        suite.validate(pd.DataFrame([["guessing", *row[1:]]], columns=columns))
