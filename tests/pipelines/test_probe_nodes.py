"""The probing nodes on a small stream without model weights: every method, every variant, no look-ahead."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from streamrecall.corpora.turn_table import turn_table
from streamrecall.models.engine_parameters import LedgerParameters
from streamrecall.params import (
    AnswerScoreParameters,
    CallParameters,
    EncoderParameters,
    MemoryParameters,
    ProbeParameters,
    ProStreamParameterGroup,
)
from streamrecall.pipelines.evaluate.answers import QUERY_COLUMNS, collect_seconds, score_answers
from streamrecall.pipelines.memory_nodes import Rows
from streamrecall.pipelines.probe_nodes import SECONDS_COLUMNS, probe_with
from streamrecall.pipelines.probed_memories import PROBED_BASELINES, PROBED_REMEMBER
from streamrecall.pipelines.prostream_memory.probes import (
    probe_encoders,
    probe_prostream,
    probe_variants,
    sweep_rows,
)
from streamrecall.pipelines.summarize.answering import answer_questions
from streamrecall.records import Dialogue, Domain, Question, Turn
from streamrecall.reporting.expected_values import load_expected
from streamrecall.serialization import to_plain

PROBED = PROBED_BASELINES | PROBED_REMEMBER
MEMORY = MemoryParameters(budget=120, full_memory_tokens=400)
CALLS = CallParameters(ledger=LedgerParameters(path=Path("unused")), prompts=Path(), retries=0, failures=0)
OFFLINE = (ProStreamParameterGroup(), CALLS)
SAID = [
    "The wedding is on 11 April at Cawder Mill.",
    "Parsnip may eat fish only, no dairy.",
    "Bridie sold the old boat for 380 pounds.",
    "The concert moved to the town hall on Friday.",
    "Sami tore his meniscus on the stairs.",
    "Dilys reads the narrator when we practise in the car.",
]
TURNS = tuple(
    Turn("d", index, f"t{index}", "Ana" if index % 2 else "Ben", SAID[index % 6], time="2026-01-24T10:00:00")
    for index in range(24)
)
LATE, EARLY = (
    Question(
        "d.q1", "d", "Who sold the old boat for 380 pounds?", 15, "single_hop", "Bridie", ("t2",), ("Bridie",)
    ),
    Question("d.q2", "d", "What did Sami tear?", 7, "single_hop", "The meniscus", ("t4",), ("meniscus",)),
)
QUESTIONS = [to_plain(LATE), to_plain(EARLY)]


def table(*turns: Turn) -> pd.DataFrame:
    return turn_table([Dialogue("d", "sample", Domain.CHITCHAT, turns)])


@pytest.fixture
def encoder(tmp_path: Path) -> EncoderParameters:
    return EncoderParameters(kind="hashed", cache=str(tmp_path / "vectors.sqlite"))


def probes(encoder: EncoderParameters | None = None, *sweeps: Any) -> ProbeParameters:
    return ProbeParameters(
        answerer="extractive",
        sweeps=sweeps,
        perturbed_share=0.5,
        encoders={} if encoder is None else {"BGE-M3": encoder},
    )


def score(
    encoder: EncoderParameters, given: AnswerScoreParameters, *probed: Rows, questions: Rows = QUESTIONS
) -> pd.DataFrame:
    answers, _, _ = answer_questions(questions, probes(), CALLS, *probed)
    return score_answers(questions, table(*TURNS), encoder, given, answers, [], *probed)


@pytest.mark.parametrize("method", PROBED)
def test_every_method_is_asked_in_stream_order_and_gives_turns_from_before_the_question(
    method: str, encoder: EncoderParameters
) -> None:
    ask = probe_with(method, PROBED[method])
    rows, seconds = ask(QUESTIONS, table(*TURNS), pd.DataFrame(), MEMORY, encoder)
    assert [row["question_id"] for row in rows] == ["d.q2", "d.q1"]
    assert list(seconds.columns) == list(SECONDS_COLUMNS)
    for row, question in zip(rows, (EARLY, LATE), strict=True):
        seen = {turn.turn_id for turn in TURNS[: question.asked_after + 1]}
        assert {turn for item in row["memory"]["items"] for turn in item["turn_ids"]} <= seen
        assert row["memory"]["tokens"] <= row["memory"]["budget"]
    changed = [turn if turn.index <= 15 else replace(turn, text="Sami tore Cawder Mill.") for turn in TURNS]
    assert ask(QUESTIONS, table(*changed), pd.DataFrame(), MEMORY, encoder)[0] == rows


def test_prostream_and_its_ablations_share_one_replay(encoder: EncoderParameters) -> None:
    rows, seconds, updates, calls = probe_prostream(
        QUESTIONS, table(*TURNS), pd.DataFrame(), MEMORY, encoder, *OFFLINE
    )
    methods = ["ProStream", "ProStream (budget filled)", "w/o B", "w/o M_pend", "w/o M_tree"]
    assert sorted({row["method"] for row in rows}) == sorted(methods)
    assert {row["distiller"] for row in rows} == {"key phrases and scene lexicon; rule-based triples"}
    assert len(rows) == len(seconds) == 10
    assert list(updates["dialogue_id"]) == ["d"]
    assert updates["turns"].item() == 16
    assert updates["updates"].item() > 0
    assert calls.empty
    reasons = {
        m: {i["reason"] for r in rows if r["method"] == m for i in r["memory"]["items"]} for m in methods
    }
    assert "short-term" in reasons["ProStream"]
    assert "short-term" not in reasons["w/o B"]
    assert "long-term" in reasons["ProStream"] | reasons["ProStream (budget filled)"]
    assert "long-term" not in reasons["w/o M_tree"]
    assert "pending" not in reasons["w/o M_pend"]


def test_a_shared_replay_gives_what_one_of_its_own_gives(encoder: EncoderParameters) -> None:
    asked = (QUESTIONS, table(*TURNS), pd.DataFrame(), MEMORY, encoder, *OFFLINE)
    together, _, _ = probe_variants(*asked, probes(None, "thresholds", "perturbation", "capacity"))
    wanted = sweep_rows(probes(None, "thresholds", "perturbation", "capacity"))
    assert list(dict.fromkeys(row["method"] for row in together)) == list(wanted)
    assert len(together) == 2 * len(wanted)
    contexts = {(row["method"], row["question_id"]): row["memory"]["items"] for row in together}
    for sweep in ("thresholds", "perturbation", "capacity"):
        alone, _, _ = probe_variants(*asked, probes(None, sweep))
        assert alone
        for row in alone:
            assert row["memory"]["items"] == contexts[row["method"], row["question_id"]]
    plain, *_ = probe_prostream(*asked)
    for row in plain:
        if row["method"] == "ProStream":
            assert row["memory"]["items"] == contexts["Full", row["question_id"]]
    assert any(contexts["Perturb B", q] != contexts["Full", q] for q in ("d.q1", "d.q2"))


def test_a_question_helps_no_other(encoder: EncoderParameters) -> None:
    both, *_ = probe_prostream(QUESTIONS, table(*TURNS), pd.DataFrame(), MEMORY, encoder, *OFFLINE)
    alone, *_ = probe_prostream([QUESTIONS[0]], table(*TURNS), pd.DataFrame(), MEMORY, encoder, *OFFLINE)
    found = [row for row in both if row["question_id"] == "d.q1"]
    assert [{**row, "cost": None} for row in found] == [{**row, "cost": None} for row in alone]


def test_answers_are_scored_without_seconds(encoder: EncoderParameters) -> None:
    asked = (QUESTIONS, table(*TURNS), pd.DataFrame(), MEMORY)
    prostream, seconds, _, _ = probe_prostream(*asked, encoder, *OFFLINE)
    swept, swept_seconds, _ = probe_variants(*asked, encoder, *OFFLINE, probes(None, "perturbation"))
    encoded, encoded_seconds, _ = probe_encoders(*asked, *OFFLINE, probes(encoder))
    ideal, ideal_seconds = probe_with("Ideal Memory", PROBED["Ideal Memory"])(*asked, encoder)
    everything = (prostream, swept, encoded, ideal)
    frame = score(encoder, AnswerScoreParameters(), *everything)
    assert len(frame) == 10 + 8 + 4 + 2
    assert not [name for name in frame if str(name).endswith("_seconds")]
    assert set(frame["corpus"]) == {"sample"}
    assert frame["judge"].isna().all()
    own = frame[frame["method"] == "Ideal Memory"].set_index("question_id")
    assert list(own["evidence_recall"]) == [1.0, 1.0]
    assert own.loc["d.q1", "kem"] == 1.0
    assert own["evidence_similarity"].isna().all()
    measured = frame[frame["evidence_similarity"].notna()]
    assert set(measured["method"]) == {"ProStream", "w/o B", "w/o M_pend", "w/o M_tree", "RAG"}
    again = score(encoder, AnswerScoreParameters(evidence_similarity="all"), ideal)
    assert again["evidence_similarity"].tolist() == pytest.approx([1.0, 1.0], abs=0.3)
    assert set(frame.loc[frame["experiment"] == "encoders", "embedder"]) == {"BGE-M3"}

    _, answer_seconds, calls = answer_questions(QUESTIONS, probes(), CALLS, *everything)
    assert calls.empty
    measured = collect_seconds(answer_seconds, seconds, swept_seconds, encoded_seconds, ideal_seconds)
    assert len(measured) == len(frame)
    assert list(measured.columns) == list(QUERY_COLUMNS)
    total = measured["recall_seconds"] + measured["answer_seconds"]
    assert measured["query_seconds"].tolist() == pytest.approx(total.tolist(), abs=1e-6)


def test_a_corpus_without_questions_gives_empty_results(encoder: EncoderParameters) -> None:
    rows, seconds, updates, _ = probe_prostream([], table(*TURNS), pd.DataFrame(), MEMORY, encoder, *OFFLINE)
    assert rows == []
    assert updates.empty
    assert score(encoder, AnswerScoreParameters(), rows, questions=[]).empty
    _, answer_seconds, _ = answer_questions([], probes(), CALLS, rows)
    assert collect_seconds(answer_seconds, seconds).columns.tolist() == list(QUERY_COLUMNS)


def test_sweep_rows_are_the_papers(repository: Path) -> None:
    printed = load_expected(repository / "expected/prostream.yaml")
    rows = sweep_rows(probes(None, "thresholds", "perturbation", "capacity"))
    assert set(rows) == {cell.row for number in (3, 4, 5) for cell in printed.table(number)}
