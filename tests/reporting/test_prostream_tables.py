"""ProStream's tables beside the paper, on frames that can be checked by hand."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from answer_results import answer_frame, second_frame

from streamrecall.records import Question
from streamrecall.reporting.expected_values import ExpectedValues, load_expected
from streamrecall.reporting.prostream.answer_means import PAPERS_BERT_SCORE, Resampling
from streamrecall.reporting.prostream.categories import category_table
from streamrecall.reporting.prostream.costs import costs_table
from streamrecall.reporting.prostream.figure_3 import draw_figure_3, figure_3_points, plot_figure_3
from streamrecall.reporting.prostream.seconds import query_seconds_table, update_seconds_table
from streamrecall.reporting.prostream.sensitivity import sensitivity_table
from streamrecall.reporting.prostream.table_1 import COLUMNS, table_1
from streamrecall.reporting.prostream.table_2 import table_2
from streamrecall.reporting.prostream.transfer import table_6, table_7

DRAWN = Resampling(resamples=200)
ALL, ONE = {"q1": 1.0, "q2": 1.0, "q3": 1.0}, {"q1": 1.0, "q2": 0.0, "q3": 0.0}


@pytest.fixture(scope="session")
def prostream(repository: Path) -> ExpectedValues:
    """What the ProStream paper prints."""
    return load_expected(repository / "expected/prostream.yaml")


def test_table_1_sets_the_mean_of_the_three_shows_beside_ours(prostream: ExpectedValues) -> None:
    answers = answer_frame({"a memory": ONE, "w/o B": ONE, "ProStream": ONE, "RAG": ALL})
    table = table_1(answers, prostream, DRAWN).set_index("method")
    assert list(table.index) == ["RAG", "ProStream", "w/o B", "a memory"]
    row = table.loc["ProStream"]
    assert row["kem"] == pytest.approx(1 / 3)
    assert row["rouge_l"] == pytest.approx(1 / 6)
    assert row["paper_rouge_l"] == pytest.approx((0.390 + 0.360 + 0.408) / 3)
    assert row["difference_rouge_l"] == pytest.approx(1 / 6 - (0.390 + 0.360 + 0.408) / 3)
    assert [row[f"paper_rouge_l_{show}"] for show in ("tbbt", "friends", "office")] == [0.390, 0.360, 0.408]
    # d1 has a mean of 1/2 and d2 of 0: an interval over dialogues ends at both
    assert (row["kem_low"], row["kem_high"]) == (0.0, 0.5)
    assert row["abstained"] == pytest.approx(1 / 3)
    assert (row["questions"], row["failed"], row["dialogues"]) == (3, 0, 2)
    named = ("corpus", "answerer", "embedder", "scored_by")
    assert tuple(row[list(named)]) == (
        "sample", "extractive answerer", "all-MiniLM-L6-v2", "offline metrics",
    )  # fmt: skip
    assert pd.isna(table.loc["a memory", "paper_kem"])
    assert pd.isna(row["judge"])
    assert row["paper_judge"] == pytest.approx((0.509 + 0.476 + 0.534) / 3)


def test_a_row_under_another_name_finds_its_paper_row(prostream: ExpectedValues) -> None:
    table = table_1(answer_frame({"Rolling Summary": ONE}), prostream, DRAWN)
    assert table.loc[0, "paper_kem"] == pytest.approx((0.407 + 0.385 + 0.397) / 3)


def test_failed_answers_are_counted_and_stay(prostream: ExpectedValues) -> None:
    answers = answer_frame({"RAG": ONE})
    answers.loc[answers["question_id"] == "q2", "failed"] = "unreachable: no answer"
    row = table_1(answers, prostream, DRAWN).iloc[0]
    assert (row["failed"], row["questions"], row["kem"]) == (1, 3, pytest.approx(1 / 3))


@pytest.mark.parametrize(("model", "compared"), [("all-MiniLM-L6-v2@6", False), (PAPERS_BERT_SCORE, True)])
def test_bert_score_is_set_against_the_paper_only_with_its_model(
    prostream: ExpectedValues, model: str, compared: bool
) -> None:
    answers = answer_frame({"RAG": ALL}).assign(bert_score=0.6, bert_score_model=model)
    row = table_1(answers, prostream, DRAWN).iloc[0]
    assert row["bert_score"] == pytest.approx(0.6)
    assert pd.notna(row["difference_bert_score"]) is compared
    assert ("not comparable" in row["scored_by"]) is not compared
    assert model in row["scored_by"]


def test_table_2_has_a_row_per_encoder_under_its_name_in_the_paper(prostream: ExpectedValues) -> None:
    own = answer_frame({"RAG": ALL, "ProStream": ONE, "Dense": ALL})
    other = answer_frame({"RAG": ONE, "ProStream": ALL}, "encoders", "BGE-M3")
    table = table_2(pd.concat([own, other]), prostream).set_index(["encoder", "method"])
    assert len(table) == 4
    assert table.loc[("BGE-M3", "ProStream"), "kem"] == 1
    assert table.loc[("BGE-M3", "ProStream"), "paper_kem"] == pytest.approx((0.623 + 0.597 + 0.622) / 3)
    assert table.loc[("all-MiniLM-L6-v2", "RAG"), "paper_kem_tbbt"] == 0.500


@pytest.mark.parametrize(
    ("number", "setting", "tbbt"),
    [(3, "drift threshold 0.5", 0.51), (3, "concept threshold 0.4", 0.49), (4, "Full", 0.51),
     (4, "Perturb B", 0.50), (5, "T_max 50k", 0.16)],
)  # fmt: skip
def test_settings_go_to_their_table(
    prostream: ExpectedValues, number: int, setting: str, tbbt: float
) -> None:
    settings = ["drift threshold 0.5", "concept threshold 0.4", "Full", "Perturb B", "T_max 50k"]
    answers = answer_frame(dict.fromkeys(settings, ONE), "sensitivity")
    table = sensitivity_table(number, answers, prostream).set_index("setting")
    assert table.loc[setting, "evidence_f1"] == pytest.approx(1 / 6)
    assert table.loc[setting, "paper_evidence_f1_tbbt"] == tbbt
    assert len(table) == {3: 2, 4: 2, 5: 1}[number]


def test_table_6_is_token_f1_by_category_in_per_cent(prostream: ExpectedValues) -> None:
    row = table_6(answer_frame({"ProStream": ONE}), prostream, DRAWN).iloc[0]
    # answer: on eleventh of May (4 words), reference: eleventh May: precision 1/2, recall 1
    assert row["single_hop"] == pytest.approx(100 * 2 / 3)
    assert (row["questions_single_hop"], row["questions_temporal"], row["questions_multi_hop"]) == (2, 1, 0)
    assert pd.isna(row["multi_hop"])
    assert row["difference_temporal"] == pytest.approx(100 * 2 / 3 - 38.8)
    assert row["corpus"] == "sample"


def test_table_7_is_the_share_of_right_answers_in_per_cent(prostream: ExpectedValues) -> None:
    row = table_7(answer_frame({"ProStream": ONE}), prostream, DRAWN).iloc[0]
    assert row["accuracy"] == pytest.approx(100 / 3)
    assert row["difference_accuracy"] == pytest.approx(100 / 3 - 50)


def test_categories_are_scored_apart() -> None:
    table = category_table(answer_frame({"RAG": ONE})).set_index("category")
    assert table.loc["single_hop", "kem"] == 0.5
    assert table.loc["temporal", "capability"] == "Dynamic Global Awareness"


def test_seconds_per_query_stand_beside_the_papers_time(prostream: ExpectedValues) -> None:
    seconds = second_frame(answer_frame({"ProStream": ONE, "RAG": ONE}), 2.0)
    table = query_seconds_table(seconds, prostream).set_index(["table", "method"])
    assert table.loc[(1, "ProStream"), "time"] == 2.0
    assert table.loc[(1, "ProStream"), "paper_time"] == pytest.approx((0.408 + 0.373 + 0.316) / 3)
    assert table.loc[(2, "RAG"), "paper_time_tbbt"] == 1.225
    assert table.loc[(1, "RAG"), "recall_seconds"] == 0.5


def test_the_cost_of_an_update_is_per_block_over_all_dialogues() -> None:
    updates = pd.DataFrame(
        [
            {"updates": 3, "embedding": 0.3, "sensing": 0.1, "distillation": 1.0, "hierarchy": 0.0},
            {"updates": 1, "embedding": 0.1, "sensing": 0.1, "distillation": 0.4, "hierarchy": 0.0},
        ]
    )
    table = update_seconds_table(updates).set_index("stage")
    assert table.loc["sensing", "seconds_per_update"] == pytest.approx(0.15)
    assert table.loc["total", "seconds_per_update"] == pytest.approx(0.5)
    assert table.loc["distillation", "share"] == pytest.approx(0.7)
    assert table.loc["total", "paper_seconds_per_update"] == pytest.approx(0.7480)


def test_figure_3_places_a_question_by_its_turn_and_its_evidence() -> None:
    answers = answer_frame({"ProStream": ONE, "Dense": ONE})
    questions = [Question("q1", "d1", "When?", 9, evidence=("t2", "t4")), Question("q2", "d1", "When?", 4),
                 Question("q3", "d2", "When?", 4)]  # fmt: skip
    positions = {("d1", "t2"): 2, ("d1", "t4"): 4}
    points = figure_3_points(answers, second_frame(answers, 2.0), questions, positions)
    assert list(points["method"]) == ["ProStream"] * 3
    first = points.set_index("question_id").loc["q1"]
    assert (first["turn"], first["evidence_distance"], first["seconds"]) == (10, 6.0, 2.0)
    assert first["accuracy"] == pytest.approx((0.5 + 0.5 + 0.5 + 1) / 4)
    assert points["evidence_distance"].notna().sum() == 1
    assert len(draw_figure_3(points).axes) == 2
    assert len(plot_figure_3(points).data) == 6


def test_no_questions_make_empty_tables(prostream: ExpectedValues) -> None:
    nothing = answer_frame({})
    assert list(table_1(nothing, prostream, DRAWN).columns) == list(COLUMNS)
    for table in (
        table_2(nothing, prostream),
        *(sensitivity_table(number, nothing, prostream) for number in (3, 4, 5)),
        table_6(nothing, prostream, DRAWN),
        table_7(nothing, prostream, DRAWN),
        category_table(nothing),
        query_seconds_table(second_frame(nothing, 1.0), prostream),
        update_seconds_table(pd.DataFrame({"updates": []})),
    ):
        assert table.empty
        assert len(table.columns) > 5
    points = figure_3_points(nothing, second_frame(nothing, 1.0), [], {})
    assert len(draw_figure_3(points).axes) == 2


def test_costs_are_totals_to_build_and_means_per_question() -> None:
    def row(
        method: str, tokens: int, cost: dict[str, int] | None, experiment: str = "comparison"
    ) -> dict[str, Any]:
        memory = {"tokens": tokens}
        return {
            "experiment": experiment,
            "method": method,
            "memory": memory,
            **({"cost": cost} if cost else {}),
        }

    first = {"build_calls": 3, "build_tokens": 900, "recall_calls": 1, "recall_tokens": 40}
    second = {"build_calls": 0, "build_tokens": 0, "recall_calls": 2, "recall_tokens": 60}
    rows = [
        row("RAPTOR", 1000, first),
        {**row("RAPTOR", 900, second), "unusable_replies": 3, "failed": "memory: no summary"},
        row("RAG", 800, None),
        row("RAG", 1, None, "encoders"),
    ]
    table = costs_table(rows, {"RAPTOR": "rules", "RAG": ""}.__getitem__).set_index("method")
    assert list(table.index) == ["RAG", "RAPTOR"]
    assert table.loc["RAPTOR"].tolist() == ["rules", 3, 900, 1.5, 50.0, 950.0, 2, 3, 1]
    assert table.loc["RAG"].tolist() == ["", 0, 0, 0.0, 0.0, 800.0, 1, 0, 0]
    assert costs_table([], str).empty
