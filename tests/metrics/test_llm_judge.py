"""The LLM judge: labels from replies, one batch per step, failures that count."""

import json
from collections import Counter
from pathlib import Path

import pytest

from streamrecall.errors import DataError
from streamrecall.metrics.judge_requests import JudgePrompts
from streamrecall.metrics.llm_judge import JudgeCase, LlmJudge
from streamrecall.models.chat_model import cut_off
from streamrecall.models.replies.failure import FailureBudget, TooManyFailures
from streamrecall.models.scripted import ScriptedModel
from streamrecall.records import (
    ChatReply,
    ChatRequest,
    Domain,
    Gap,
    GapType,
    Instance,
    Memory,
    MemoryItem,
    SalientUtterance,
    Summary,
    SummarySentence,
    Turn,
    Window,
)
from streamrecall.text.prompts import load_prompt

STEPS = (
    "memory_recall",
    "window_completeness",
    "gap_resolution_completeness",
    "fact_decomposition",
    "faithfulness",
)
HISTORY = {
    turn.turn_id: turn
    for turn in (
        Turn("d", 0, "t0", "Cleo", "Brambeck is our walnut supplier."),
        Turn("d", 1, "t1", "Ann", "The old price was 900 euros."),
        Turn("d", 2, "t2", "Ann", "The new price is 810 euros."),
    )
}
WINDOW = Window(
    "d.1",
    "d",
    (Turn("d", 3, "t3", "Ann", "They agreed to it."), Turn("d", 4, "t4", "Ben", "I ship on Friday.")),
    500,
)
SUPPLIER = Gap("g-supplier", GapType.REFERENTIAL, "who agreed", ("t0",), "Brambeck is meant.")
PRICE = Gap("g-price", GapType.ATTRIBUTE, "which price", ("t1", "t2"), "810 euros.", superseded=("t1",))
INSTANCE = Instance(
    WINDOW,
    "sample",
    Domain.WORKPLACE,
    (
        SalientUtterance("u-ship", ("t4",), "I ship on Friday."),
        SalientUtterance("u-agree", ("t3",), "They agreed to it.", SUPPLIER),
        SalientUtterance("u-price", ("t3",), "They agreed to it.", PRICE),
    ),
)
ITEM = MemoryItem("Cleo: Brambeck is our walnut supplier.", ("t0",), 0, 12, "2026-03-01")
MEMORY = Memory("ReMEMBER", (ITEM,), 30, 1024)
EMPTY = Memory("No Memory", (), 0, 1024)
SUMMARY = Summary(
    "d.1",
    "ReMEMBER",
    "small",
    tuple(SummarySentence(text) for text in ("Brambeck agreed.", "Ben ships on Friday.", "It rains.")),
)
GOOD: dict[str, object] = {
    "memory_recall": [
        {"gap_id": "G1", "decision": 0, "missing_target_information": ["the price"]},
        {"gap_id": "G0", "decision": "1", "missing_target_information": []},
    ],
    "window_completeness": [
        {"utterance_num": "U0", "score": 1.0, "line_number": ["S1"]},
        {"utterance_num": "U1", "score": 1, "line_number": ["S0", "S0"]},
        {"utterance_num": 2, "score": False, "line_number": []},
    ],
    "gap_resolution_completeness": [
        {"gap_num": "G0", "utterance_num": "U1", "score": 1, "line_number": ["S0"]}
    ],
    "fact_decomposition": [
        {"sentence_num": "S0", "fact_id": "x", "fact": "Brambeck agreed"},
        {"sentence_num": "S1", "fact_id": "S1-F0", "fact": "Ben ships"},
        {"sentence_num": "S1", "fact_id": "S1-F0", "fact": "The shipping is on Friday"},
        {"sentence_num": "S2", "fact_id": "S2-F0", "fact": "It rains"},
    ],
    "faithfulness": [
        {"fact_id": "S0-F0", "reason": "", "category": "no error"},
        {"fact_id": "s1-f0".upper(), "reason": "", "category": "No_Error"},
        {"fact_id": "S1-F1", "reason": "", "category": "no error"},
        {"fact_id": "S2-F0", "reason": "", "category": "out-of-context"},
    ],
}


class Rubric:
    """A judge that answers each step from a table, and the engine behind it."""

    def __init__(self, repository: Path, **replies: object) -> None:
        folder = repository / "conf" / "base" / "prompts" / "evaluate"
        prompts = {step: load_prompt(folder, step) for step in STEPS}
        steps = {prompt.hash: step for step, prompt in prompts.items()}
        table = GOOD | replies

        def answer(request: ChatRequest) -> ChatReply | str:
            reply = table[steps[request.prompt_hash]]
            return reply if isinstance(reply, ChatReply | str) else json.dumps(reply)

        self.engine = ScriptedModel(answer, name="judge-27b")
        self.judge = LlmJudge(self.engine, JudgePrompts(**prompts))
        self.calls = lambda: Counter(steps[request.prompt_hash] for request in self.engine.requests)
        self.asked = lambda step: [
            request.messages[1].content
            for request in self.engine.requests
            if steps[request.prompt_hash] == step
        ]


def test_labels_and_scores_come_from_the_replies(repository: Path) -> None:
    rubric = Rubric(repository)
    judgement = rubric.judge.judge(INSTANCE, MEMORY, SUMMARY, HISTORY)
    supplier, price = judgement.gaps
    assert (supplier.recalled, supplier.recalled_all, supplier.held) == (True, True, ("t0",))
    assert (supplier.resolved, supplier.sentences) == (True, (0,))
    assert (price.recalled, price.recalled_all, price.resolved) == (False, False, None)
    assert [label.covered for label in judgement.utterances] == [True, True, False]
    assert judgement.utterances[1].sentences == (0,)
    assert [fact.supported for fact in judgement.facts] == [True, True, True, False]
    assert judgement.facts[3].unsupported == ("out-of-context error",)
    scores = judgement.scores
    assert (scores.memory_recall, scores.window_completeness) == (0.5, 2 / 3)
    assert (scores.gap_resolution_completeness, scores.conciseness, scores.faithfulness) == (1.0, 2 / 3, 0.75)
    assert judgement.scored_by == "judge-27b"
    assert judgement.failed == ""
    assert rubric.calls() == Counter(dict.fromkeys(STEPS, 1))


def test_the_judge_sees_what_the_paper_shows_it(repository: Path) -> None:
    rubric = Rubric(repository)
    rubric.judge.judge(INSTANCE, MEMORY, SUMMARY, HISTORY)
    (recall,) = rubric.asked("memory_recall")
    assert "M0: [2026-03-01] Cleo: Brambeck" in recall
    assert "The new price is 810 euros." in recall
    assert "900 euros" not in recall  # outdated evidence resolves nothing
    assert "g-supplier" not in recall
    (resolution,) = rubric.asked("gap_resolution_completeness")
    assert "Brambeck is our walnut supplier" in resolution
    assert "810" not in resolution  # only gaps that the memory resolves are asked about
    (verification,) = rubric.asked("faithfulness")
    assert "They agreed to it." in verification
    assert "S1-F1: The shipping is on Friday" in verification


def test_many_cases_are_one_batch_per_step(repository: Path) -> None:
    rubric = Rubric(repository)
    case = JudgeCase(INSTANCE, MEMORY, SUMMARY, HISTORY)
    judgements = rubric.judge.judge_all([case] * 3)
    assert len({judgement.scores for judgement in judgements}) == 1
    assert rubric.calls() == Counter(dict.fromkeys(STEPS, 3))


def test_an_empty_memory_and_a_missing_summary_cost_no_call(repository: Path) -> None:
    rubric = Rubric(repository)
    judgement = rubric.judge.judge(INSTANCE, EMPTY, None, HISTORY)
    assert judgement.scores.memory_recall == 0.0
    assert judgement.scores.window_completeness is None
    assert rubric.calls() == Counter()
    without = rubric.judge.judge(INSTANCE, EMPTY, SUMMARY, HISTORY)
    assert without.scores.gap_resolution_completeness == 0.0
    assert rubric.calls()["gap_resolution_completeness"] == 0


def test_a_failed_summary_stays_in_with_negative_labels(repository: Path) -> None:
    failed = Summary("d.1", "ReMEMBER", "small", (), failed="cut off")
    judgement = Rubric(repository).judge.judge(INSTANCE, MEMORY, failed, HISTORY)
    assert judgement.failed == "cut off"
    assert judgement.scores.window_completeness == judgement.scores.faithfulness == 0.0
    assert judgement.scores.memory_recall == 0.5


@pytest.mark.parametrize(
    ("step", "reply", "failure"),
    [
        ("memory_recall", "The memory looks good.", "memory recall: the reply contains no JSON"),
        ("memory_recall", [{"gap_id": "G0", "decision": 1}], "exactly one verdict for each of G0 to G1"),
        ("memory_recall", [{"gap_id": f"G{n}", "decision": 0.5} for n in (0, 1)], "decision"),
        ("window_completeness", [{"utterance_num": "U0", "score": 1, "line_number": ["S0"]}] * 3, "U0 to U2"),
        (
            "window_completeness",
            [{"utterance_num": n, "score": 1, "line_number": []} for n in range(3)],
            "U0 has score 1 but cites no sentence",
        ),
        (
            "gap_resolution_completeness",
            [{"gap_num": 0, "utterance_num": 1, "score": 1, "line_number": ["S7"]}],
            "G0 cites S7",
        ),
        ("fact_decomposition", [{"sentence_num": 9, "fact_id": "a", "fact": "b"}], "no sentence S9"),
        ("faithfulness", [{"fact_id": "S0-F0", "category": "no error"}], "exactly one verdict for each of"),
        ("faithfulness", cut_off("[]"), "faithfulness: the reply was cut off"),
    ],
)
def test_an_unusable_reply_is_retried_then_counts_as_negative(
    repository: Path, step: str, reply: object, failure: str
) -> None:
    rubric = Rubric(repository, **{step: reply})
    judgement = rubric.judge.judge(INSTANCE, MEMORY, SUMMARY, HISTORY)
    assert failure in judgement.failed
    assert rubric.calls()[step] == 3
    scores = judgement.scores
    negative = {
        "memory_recall": scores.memory_recall,
        "window_completeness": scores.window_completeness,
        "gap_resolution_completeness": scores.gap_resolution_completeness,
        "fact_decomposition": scores.faithfulness,
        "faithfulness": scores.faithfulness,
    }[step]
    assert negative == 0.0


def test_the_facts_of_full_memory_are_verified_one_by_one_against_the_history(repository: Path) -> None:
    full = Memory("Full Memory", (ITEM,), 30, 100_000)
    later = Turn("d", 9, "t9", "Ann", "Later Brambeck agreed to everything.")
    category = {"reason": "", "category": "no error"}
    rubric = Rubric(repository, faithfulness=[{"fact_id": "S0-F0", **category}])
    rubric.judge.judge(INSTANCE, full, SUMMARY, HISTORY | {"t9": later})
    verifications = rubric.asked("faithfulness")
    assert rubric.calls()["faithfulness"] == 4 + 3 * 2  # one for each fact; those of S1 and S2 are retried
    assert "Brambeck is our walnut supplier" in verifications[0]
    assert "They agreed to it." in verifications[0]
    assert not any("Later" in asked for asked in verifications)


def test_evidence_that_is_not_at_hand_is_an_error(repository: Path) -> None:
    with pytest.raises(DataError, match=r"g-price.*'t2' is not in the history"):
        Rubric(repository).judge.judge(INSTANCE, MEMORY, SUMMARY, {k: HISTORY[k] for k in ("t0", "t1")})


def test_a_budget_of_failures_stops_the_judge(repository: Path) -> None:
    rubric = Rubric(repository, memory_recall="nonsense")
    rubric.judge._budget = FailureBudget(share=0.2, grace=0)
    with pytest.raises(TooManyFailures):
        rubric.judge.judge(INSTANCE, MEMORY, SUMMARY, HISTORY)
