"""The probing nodes on a small stream without model weights: every method, every variant, no look-ahead."""

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from streamrecall.corpora.turn_table import turn_table
from streamrecall.params import AnswerScoreParameters, EncoderParameters, MemoryParameters, ProbeParameters
from streamrecall.pipelines.evaluate.answers import collect_seconds, score_answers
from streamrecall.pipelines.probe_nodes import SECONDS_COLUMNS, probe_with
from streamrecall.pipelines.probed_memories import PROBED_BASELINES, PROBED_REMEMBER
from streamrecall.pipelines.prostream_memory.probes import (
    probe_encoders,
    probe_prostream,
    probe_variants,
    sweep_rows,
)
from streamrecall.records import Dialogue, Domain, Question, Turn
from streamrecall.reporting.expected_values import load_expected
from streamrecall.serialization import to_plain

PROBED = PROBED_BASELINES | PROBED_REMEMBER
MEMORY = MemoryParameters(budget=120, full_memory_tokens=400)
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


def probes(encoder: EncoderParameters | None = None, *sweeps: str) -> ProbeParameters:
    return ProbeParameters(
        answerer="extractive",
        sweeps=sweeps,
        perturbed_share=0.5,
        encoders={} if encoder is None else {"BGE-M3": encoder},
    )


@pytest.mark.parametrize("method", PROBED)
def test_every_method_answers_in_stream_order_from_the_turns_before_the_question(
    method: str, encoder: EncoderParameters
) -> None:
    ask = probe_with(method, PROBED[method])
    rows, seconds = ask(QUESTIONS, table(*TURNS), pd.DataFrame(), MEMORY, encoder, probes())
    assert [row["question_id"] for row in rows] == ["d.q2", "d.q1"]
    assert list(seconds.columns) == list(SECONDS_COLUMNS)
    for row, question in zip(rows, (EARLY, LATE), strict=True):
        seen = {turn.turn_id for turn in TURNS[: question.asked_after + 1]}
        assert {turn for item in row["memory"]["items"] for turn in item["turn_ids"]} <= seen
        assert row["memory"]["tokens"] <= row["memory"]["budget"]
    changed = [turn if turn.index <= 15 else replace(turn, text="Sami tore Cawder Mill.") for turn in TURNS]
    assert ask(QUESTIONS, table(*changed), pd.DataFrame(), MEMORY, encoder, probes())[0] == rows


def test_prostream_and_its_ablations_share_one_replay(encoder: EncoderParameters) -> None:
    rows, seconds, updates = probe_prostream(
        QUESTIONS, table(*TURNS), pd.DataFrame(), MEMORY, encoder, probes()
    )
    methods = ["ProStream", "ProStream (budget filled)", "w/o B", "w/o M_pend", "w/o M_tree"]
    assert sorted({row["method"] for row in rows}) == sorted(methods)
    assert len(rows) == len(seconds) == 10
    assert list(updates["dialogue_id"]) == ["d"]
    assert updates["turns"].item() == 16
    assert updates["updates"].item() > 0
    reasons = {
        m: {i["reason"] for r in rows if r["method"] == m for i in r["memory"]["items"]} for m in methods
    }
    assert "short-term" in reasons["ProStream"]
    assert "short-term" not in reasons["w/o B"]
    assert "long-term" in reasons["ProStream"] | reasons["ProStream (budget filled)"]
    assert "long-term" not in reasons["w/o M_tree"]
    assert "pending" not in reasons["w/o M_pend"]


def test_a_shared_replay_gives_what_one_of_its_own_gives(encoder: EncoderParameters) -> None:
    asked = (QUESTIONS, table(*TURNS), pd.DataFrame(), MEMORY, encoder)
    together, _ = probe_variants(*asked, probes(None, "thresholds", "perturbation", "capacity"))
    wanted = sweep_rows(probes(None, "thresholds", "perturbation", "capacity"))
    assert list(dict.fromkeys(row["method"] for row in together)) == list(wanted)
    assert len(together) == 2 * len(wanted)
    contexts = {(row["method"], row["question_id"]): row["memory"]["items"] for row in together}
    for sweep in ("thresholds", "perturbation", "capacity"):
        alone, _ = probe_variants(*asked, probes(None, sweep))
        assert alone
        for row in alone:
            assert row["memory"]["items"] == contexts[row["method"], row["question_id"]]
    plain, _, _ = probe_prostream(*asked, probes())
    for row in plain:
        if row["method"] == "ProStream":
            assert row["memory"]["items"] == contexts["Full", row["question_id"]]
    assert any(contexts["Perturb B", q] != contexts["Full", q] for q in ("d.q1", "d.q2"))


def test_a_question_helps_no_other(encoder: EncoderParameters) -> None:
    both, _, _ = probe_prostream(QUESTIONS, table(*TURNS), pd.DataFrame(), MEMORY, encoder, probes())
    alone, _, _ = probe_prostream([QUESTIONS[0]], table(*TURNS), pd.DataFrame(), MEMORY, encoder, probes())
    assert [row for row in both if row["question_id"] == "d.q1"] == alone


def test_answers_are_scored_without_seconds(encoder: EncoderParameters) -> None:
    asked = (QUESTIONS, table(*TURNS), pd.DataFrame(), MEMORY, encoder)
    prostream, seconds, _ = probe_prostream(*asked, probes())
    swept, swept_seconds = probe_variants(*asked, probes(None, "perturbation"))
    encoded, encoded_seconds = probe_encoders(*asked, probes(encoder))
    ideal, _ = probe_with("Ideal Memory", PROBED["Ideal Memory"])(*asked, probes())
    score = AnswerScoreParameters()
    frame = score_answers(QUESTIONS, table(*TURNS), encoder, score, prostream, swept, encoded, ideal)
    assert len(frame) == 10 + 8 + 4 + 2
    assert not [name for name in frame if str(name).endswith("_seconds")]
    assert set(frame["corpus"]) == {"sample"}
    own = frame[frame["method"] == "Ideal Memory"].set_index("question_id")
    assert list(own["evidence_recall"]) == [1.0, 1.0]
    assert own.loc["d.q1", "kem"] == 1.0
    assert own["evidence_similarity"].isna().all()
    measured = frame[frame["evidence_similarity"].notna()]
    assert set(measured["method"]) == {"ProStream", "w/o B", "w/o M_pend", "w/o M_tree", "RAG"}
    everything = AnswerScoreParameters(evidence_similarity="all")
    again = score_answers(QUESTIONS, table(*TURNS), encoder, everything, ideal)
    assert again["evidence_similarity"].tolist() == pytest.approx([1.0, 1.0], abs=0.3)
    assert set(frame.loc[frame["experiment"] == "encoders", "embedder"]) == {"BGE-M3"}
    assert len(collect_seconds(seconds, swept_seconds, encoded_seconds)) == 22


def test_a_corpus_without_questions_gives_empty_results(encoder: EncoderParameters) -> None:
    asked = ([], table(*TURNS), pd.DataFrame(), MEMORY, encoder)
    rows, seconds, updates = probe_prostream(*asked, probes(encoder, "capacity"))
    assert rows == []
    assert updates.empty
    frame = score_answers([], table(*TURNS), encoder, AnswerScoreParameters(), rows)
    assert frame.empty
    assert collect_seconds(seconds).columns.tolist() == list(SECONDS_COLUMNS)


def test_sweep_rows_are_the_papers(repository: Path) -> None:
    printed = load_expected(repository / "expected/prostream.yaml")
    rows = sweep_rows(probes(None, "thresholds", "perturbation", "capacity"))
    assert set(rows) == {cell.row for number in (3, 4, 5) for cell in printed.table(number)}
