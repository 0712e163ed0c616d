"""Examples chosen by rule, and their page."""

import pandas as pd

from streamrecall.records import Memory, MemoryItem, Question, Turn
from streamrecall.reporting.prostream.case_pages import render_case_page
from streamrecall.reporting.prostream.cases import COMPARISON, ERRORS, choose, outcomes, read_pairs

TURNS = {
    ("d", f"t{i}"): Turn("d", i, f"t{i}", "Ann", f"Fact number {i} <script>x</script>") for i in range(9)
}


def question(name, answer, *evidence, category="multi_hop"):
    return Question(name, "d", f"What about {name}?", 8, category, answer, evidence)


QUESTIONS = [
    question("far", "a", "t1"),
    question("near", "a", "t5"),
    question("split", "a", "t2", "t8"),
    question("lost", "a", "t3"),
    question("noise", "a", "t4"),
    question("silent", "a", "t6"),
    question("premise", ""),
    question("trick", "None of them.", "t7", category="adversarial"),
]


def memory(method, *items):
    made = tuple(
        MemoryItem(TURNS["d", turn].render(), (turn,), TURNS["d", turn].index, 9, reason=part)
        for turn, part in sorted(items)
    )
    return Memory(method, made, 9 * len(made), 100)


OURS = {
    "far": memory("ProStream", ("t1", "long-term")),
    "near": memory("ProStream", ("t5", "pending")),
    "split": memory("ProStream", ("t2", "long-term"), ("t8", "short-term")),
    "lost": memory("ProStream", ("t8", "short-term")),
    "noise": memory("ProStream", ("t4", "long-term"), ("t7", "short-term")),
    "silent": memory("ProStream", ("t6", "long-term")),
    "premise": memory("ProStream", ("t8", "short-term")),
    "trick": memory("ProStream", ("t7", "long-term")),
}
RIGHT = {"ProStream": {"far", "near", "split"}, "RAG": {"lost"}}
SILENT = {"silent"}


def answers():
    rows = []
    for method, right in RIGHT.items():
        for each in QUESTIONS:
            held = OURS[each.question_id].turn_ids if method == "ProStream" else frozenset()
            wanted = set(each.evidence)
            silent = method == "ProStream" and each.question_id in SILENT
            rows.append(
                {
                    "experiment": "comparison",
                    "method": method,
                    "question_id": each.question_id,
                    "answer": "" if silent else "said <b>this</b>",
                    "abstained": silent,
                    "failed": "",
                    "kem": float(each.question_id in right),
                    "evidence_recall": len(wanted & held) / len(wanted) if wanted else None,
                }
            )
    return pd.DataFrame(rows).to_dict("records")


def pairs():
    empty = {each.question_id: Memory("RAG", (), 0, 100) for each in QUESTIONS}
    return read_pairs(QUESTIONS, TURNS, {"ProStream": OURS, "RAG": empty}, answers())


def names(rules):
    return [each.pair and each.pair.question.question_id for each in choose(pairs(), rules)]


def test_a_failed_answer_is_no_example():
    rows = [{**row, "answer": "", "failed": "no usable reply"} for row in answers()]
    empty = {each.question_id: Memory("RAG", (), 0, 100) for each in QUESTIONS}
    failed = read_pairs(QUESTIONS, TURNS, {"ProStream": OURS, "RAG": empty}, rows)
    assert len(failed) == len(QUESTIONS)
    assert [each.among for each in choose(failed, (*COMPARISON, *ERRORS))] == [0] * 6


def test_examples_are_chosen_by_where_the_evidence_stood():
    assert names(COMPARISON) == ["far", "split", "lost"]
    assert [each.among for each in choose(pairs(), COMPARISON)] == [2, 1, 1]


def test_errors_are_told_apart():
    assert names(ERRORS) == ["premise", "noise", "silent"]
    assert [each.among for each in choose(pairs(), ERRORS)] == [2, 1, 1]


def test_outcomes_count_the_questions_that_have_an_answer():
    assert outcomes(pairs()) == {"both": 0, "ProStream alone": 3, "RAG alone": 1, "neither": 3}


def test_a_rule_without_an_example_says_so_and_texts_are_escaped():
    page = render_case_page("Figure", "Lead.", choose(pairs(), COMPARISON), outcomes(pairs()), "sample")
    assert "&lt;script&gt;x" in page
    assert "said &lt;b&gt;this" in page
    assert "<script" not in page
    assert "ProStream alone 3" in page
    assert "No question of this run fulfils the rule." in render_case_page(
        "F", "", choose([], ERRORS), {}, ""
    )
