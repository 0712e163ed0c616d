"""Answers and their judgements by models: batches, failures, accounts, and nothing paid twice."""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from streamrecall.corpora.turn_table import turn_table
from streamrecall.models.engine_parameters import LedgerParameters, ScriptedParameters
from streamrecall.models.replies.failure import TooManyFailures
from streamrecall.params import (
    AnswerScoreParameters,
    CallParameters,
    DistillationParameters,
    EncoderParameters,
    MemoryParameters,
    ProbeParameters,
    ProStreamParameterGroup,
)
from streamrecall.pipelines.evaluate.answer_judging import judge_answers, stress_answer_judges
from streamrecall.pipelines.evaluate.answers import score_answers
from streamrecall.pipelines.memory_nodes import Rows
from streamrecall.pipelines.probe_nodes import probe_with
from streamrecall.pipelines.probed_memories import PROBED_BASELINES
from streamrecall.pipelines.prostream_memory.probes import probe_prostream
from streamrecall.pipelines.summarize.answering import answer_questions
from streamrecall.records import Dialogue, Domain, Question, Turn
from streamrecall.reporting.expected_values import load_expected
from streamrecall.reporting.prostream.answer_means import Resampling
from streamrecall.reporting.prostream.table_1 import table_1
from streamrecall.reporting.prostream.transfer import table_7
from streamrecall.serialization import to_plain

MEMORY = MemoryParameters(budget=120, full_memory_tokens=400)
TURNS = tuple(
    Turn("d", place, f"t{place}", "Ana" if place % 2 else "Ben", text)
    for place, text in enumerate(
        ["Bridie sold the old boat.", "For 380 pounds?", "Yes.", "Sami tore his meniscus.", "On the stairs."]
    )
)
TABLE = turn_table([Dialogue("d", "sample", Domain.CHITCHAT, TURNS)])
QUESTIONS = [
    to_plain(Question("q1", "d", "Who sold the boat?", 4, "single_hop", "Bridie", ("t0",), ("Bridie",))),
    to_plain(Question("q2", "d", "What did Sami tear?", 4, "single_hop", "The meniscus", ("t3",))),
    to_plain(Question("q3", "d", "Who bought the house?", 4, "adversarial", "", ())),
]


@pytest.fixture
def probed(tmp_path: Path) -> list[Rows]:
    encoder = EncoderParameters(kind="hashed", cache=str(tmp_path / "vectors.sqlite"))
    asked = (QUESTIONS, TABLE, pd.DataFrame(), MEMORY, encoder)
    offline = ProStreamParameterGroup()
    unused = CallParameters(ledger=LedgerParameters(path=Path("no")), prompts=Path(), retries=0, failures=0)
    plain = [probe_with(name, PROBED_BASELINES[name])(*asked)[0] for name in ("Full Context", "RAG")]
    return [probe_prostream(*asked, offline, unused)[0], *plain]


def calls(repository: Path, folder: Path, failures: float = 1.0) -> CallParameters:
    return CallParameters(
        ledger=LedgerParameters(path=folder / "calls.sqlite"),
        prompts=repository / "conf/base/prompts",
        retries=1,
        failures=failures,
    )


def scripted(folder: Path, name: str, rules: list[dict[str, Any]]) -> ScriptedParameters:
    script = folder / f"{name}.jsonl"
    script.write_text("\n".join(json.dumps(rule) for rule in rules))
    return ScriptedParameters(engine="scripted", model=name, script=script)


def answering(folder: Path, name: str = "answers") -> ScriptedParameters:
    return scripted(
        folder,
        name,
        [
            {"contains": "Who sold", "text": "<think>the boat...</think>\nBridie"},
            {"contains": "What did Sami", "text": "", "finish_reason": "rejected", "error": "too long"},
            {"contains": "Who bought", "text": "Not mentioned."},
        ],
    )


def probes(answerer: Any, *backbones: Any) -> ProbeParameters:
    return ProbeParameters(answerer=answerer, backbones=backbones, sweeps=(), perturbed_share=0.5)


def grading(folder: Path, reply: str) -> AnswerScoreParameters:
    judge = scripted(folder, "grader", [{"contains": "", "text": reply}])
    return AnswerScoreParameters(judge=judge, evidence_similarity="none")


def test_a_model_answers_every_memory_and_its_failures_are_counted(
    probed: list[Rows], repository: Path, tmp_path: Path
) -> None:
    model = answering(tmp_path)
    rows, seconds, accounts = answer_questions(QUESTIONS, probes(model), calls(repository, tmp_path), *probed)
    assert len(rows) == len(seconds) == len(accounts) == 7 * 3
    texts = {row["question_id"]: row["answer"]["text"] for row in rows}
    assert texts == {"q1": "Bridie", "q2": "", "q3": "Not mentioned."}
    assert {row["answer"]["failed"] for row in rows if row["question_id"] == "q2"} == {"rejected: too long"}
    assert set(accounts["step"]) == {"answer"}
    assert set(accounts.loc[accounts["failed"].ne(""), "window_id"]) == {"q2"}
    assert all(row["made_by"]["prompt_hash"] for row in rows)
    assert "seconds" not in rows[0]["made_by"]

    scored = score_answers(
        QUESTIONS,
        TABLE,
        EncoderParameters(kind="hashed", cache=str(tmp_path / "v.sqlite")),
        AnswerScoreParameters(evidence_similarity="none"),
        rows,
        [],
        *probed,
    )
    expected = load_expected(repository / "expected/prostream.yaml")
    table = table_1(scored, expected, Resampling(100)).set_index("method")
    assert set(table["failed"]) == {1}
    assert set(table["answerer"]) == {"answers"}
    assert table.loc["RAG", "kem"] == pytest.approx(2 / 3)
    assert pd.isna(table.loc["RAG", "judge_failed"])


def test_no_stored_call_is_asked_again(probed: list[Rows], repository: Path, tmp_path: Path) -> None:
    model, asked = answering(tmp_path), calls(repository, tmp_path)
    first, _, _ = answer_questions(QUESTIONS, probes(model), asked, *probed)
    rules = [json.loads(line) for line in model.script.read_text().splitlines()]
    model.script.write_text("\n".join(json.dumps(rule) for rule in rules if rule.get("error")))
    again, _, _ = answer_questions(QUESTIONS, probes(model), asked, *probed)
    assert again == first


def test_further_backbones_answer_from_the_memories_of_figure_5(
    probed: list[Rows], repository: Path, tmp_path: Path
) -> None:
    larger = scripted(tmp_path, "larger", [{"contains": "", "text": "Bridie"}])
    asked = calls(repository, tmp_path)
    rows, seconds, _ = answer_questions(QUESTIONS, probes("extractive", larger), asked, *probed)
    further = [row for row in rows if row["experiment"] == "backbones"]
    assert {row["method"] for row in further} == {"ProStream", "Full Context"}
    assert {row["answer"]["answerer"] for row in further} == {"larger"}
    assert len(rows) == 7 * 3 + 2 * 3 == len(seconds)

    encoder = EncoderParameters(kind="hashed", cache=str(tmp_path / "v.sqlite"))
    scored = score_answers(QUESTIONS, TABLE, encoder, AnswerScoreParameters(), rows, [], *probed)
    both = scored[scored["method"].isin(["ProStream", "Full Context"])].set_index(["method", "question_id"])
    first, second = (
        both.loc[both["experiment"] == experiment, "evidence_similarity"].sort_index()
        for experiment in ("comparison", "backbones")
    )
    assert first.notna().sum() == 4
    pd.testing.assert_series_equal(first, second)


def test_too_many_unanswered_questions_stop_the_run(
    probed: list[Rows], repository: Path, tmp_path: Path
) -> None:
    with pytest.raises(TooManyFailures, match="too long"):
        answer_questions(QUESTIONS, probes(answering(tmp_path)), calls(repository, tmp_path, 0.1), *probed)


def test_equal_answers_are_judged_once_and_fill_the_judge_s_columns(
    probed: list[Rows], repository: Path, tmp_path: Path
) -> None:
    asked = calls(repository, tmp_path)
    answers, _, _ = answer_questions(QUESTIONS, probes(answering(tmp_path)), asked, *probed)
    given = grading(tmp_path, '{"score": 0.6, "reason": "close"}')
    judgements, accounts = judge_answers(QUESTIONS, given, asked, answers)
    assert [row["question_id"] for row in judgements] == ["q1"]  # q2 has no answer, q3 no reference
    assert list(accounts["step"]) == ["answer judgement"]
    encoder = EncoderParameters(kind="hashed", cache=str(tmp_path / "v.sqlite"))
    scored = score_answers(QUESTIONS, TABLE, encoder, given, answers, judgements, *probed)
    expected = load_expected(repository / "expected/prostream.yaml")
    table = table_1(scored, expected, Resampling(100)).set_index("method")
    assert table.loc["RAG", "judge"] == pytest.approx((0.6 + 0.0 + 1.0) / 3)
    assert (table.loc["RAG", "judge_failed"], table.loc["RAG", "scored_by"]) == (
        0,
        "offline metrics; judge grader",
    )
    accuracy = table_7(scored, expected, Resampling(100)).set_index("method")
    assert accuracy.loc["RAG", "accuracy"] == pytest.approx(200 / 3)


def test_a_judge_s_malformed_replies_stay_in_the_denominator(
    probed: list[Rows], repository: Path, tmp_path: Path
) -> None:
    asked = calls(repository, tmp_path)
    answers, _, _ = answer_questions(QUESTIONS, probes(answering(tmp_path)), asked, *probed)
    given = grading(tmp_path, "Looks right to me.")
    judgements, accounts = judge_answers(QUESTIONS, given, asked, answers)
    assert accounts["calls"].tolist() == [2]
    encoder = EncoderParameters(kind="hashed", cache=str(tmp_path / "v.sqlite"))
    scored = score_answers(QUESTIONS, TABLE, encoder, given, answers, judgements, *probed)
    expected = load_expected(repository / "expected/prostream.yaml")
    row = table_1(scored, expected, Resampling(100)).set_index("method").loc["RAG"]
    assert (row["judge"], row["judge_failed"], row["questions"]) == (pytest.approx(1 / 3), 1, 3)


def test_the_judge_is_tried_on_answers_of_a_known_kind(repository: Path, tmp_path: Path) -> None:
    asked = calls(repository, tmp_path)
    frame, page = stress_answer_judges(QUESTIONS, grading(tmp_path, '{"score": 1}'), asked)
    assert frame["scored_by"].tolist() == ["key entity matching"] * 4 + ["grader"] * 4
    assert frame["accepted_share"].tolist() == [1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0]
    assert "grader" in page
    offline, _ = stress_answer_judges(QUESTIONS, AnswerScoreParameters(), asked)
    assert len(offline) == 4
    assert judge_answers(QUESTIONS, AnswerScoreParameters(), asked, [])[0] == []


def test_a_chat_model_distils_and_is_accounted_for_by_dialogue(repository: Path, tmp_path: Path) -> None:
    model = scripted(tmp_path, "labels", [{"contains": "", "text": "Boats"}])
    given = ProStreamParameterGroup(distillation=DistillationParameters(summarizer=model))
    encoder = EncoderParameters(kind="hashed", cache=str(tmp_path / "vectors.sqlite"))
    asked = (QUESTIONS, TABLE, pd.DataFrame(), MEMORY, encoder, given, calls(repository, tmp_path))
    rows, _, _, accounts = probe_prostream(*asked)
    assert {row["distiller"] for row in rows} == {"labels (events and scenes); rule-based triples"}
    assert accounts["window_id"].tolist() == ["d"]
    assert accounts["step"].tolist() == ["distillation"]
    assert accounts["calls"].item() >= 2
    model.script.write_text("")
    assert probe_prostream(*asked)[0] == rows
