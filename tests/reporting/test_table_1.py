import pandas as pd
import pytest
from result_rows import NAMES, gap_frame

from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.table_1 import COLUMNS, table_1

FIRST_COLUMNS = [
    "method", "memory_recall", "memory_recall_micro", "ci_low", "ci_high", "referential", "attribute",
    "relational", "gaps", "failed", "paper_memory_recall", "difference",
]  # fmt: skip


def test_golden(printed: ExpectedValues) -> None:
    gaps = gap_frame(
        {"a variant": {"g4"}, "ReMEMBER": {"g1", "g3", "g4"}, "Hybrid": {"g1"}, "Ideal Memory": set("g")}
    )
    gaps.loc[gaps["method"] == "Ideal Memory", ["recalled", "recalled_all"]] = True
    table = table_1(gaps, printed, NAMES).set_index("method")
    assert list(table.index) == ["Ideal Memory", "Hybrid", "ReMEMBER", "a variant"]
    row = table.loc["ReMEMBER"]
    # windows: w1 1/2, w2 1, w3 1
    assert row["memory_recall"] == pytest.approx(2.5 / 3)
    assert row["memory_recall_micro"] == 0.75
    # dialogues: d1 has two windows with a mean of .75, d2 one with 1
    assert (row["ci_low"], row["ci_high"]) == (0.75, 1.0)
    assert (row["referential"], row["attribute"], row["relational"]) == (0.5, 0, 0.25)
    assert (row["gaps"], row["failed"], row["instances"], row["dialogues"]) == (4, 0, 3, 2)
    assert row["memory_recall_all"] == pytest.approx(2 / 3)
    assert row["paper_memory_recall"] == 0.6984
    assert row["difference"] == pytest.approx(2.5 / 3 - 0.6984)
    assert row["paper_relational"] == 0.1008
    assert (row["scored_by"], row["detector"], row["embedder"]) == ("offline", "cue words", "MiniLM")
    assert (table.loc["Hybrid", "detector"], table.loc["Hybrid", "embedder"]) == ("", "MiniLM")
    assert pd.isna(table.loc["a variant", "paper_memory_recall"])
    assert pd.isna(table.loc["a variant", "difference"])
    ideal = table.loc["Ideal Memory"]
    assert (ideal["referential"], ideal["attribute"], ideal["relational"]) == (0.5, 0.25, 0.25)


def test_the_promised_columns_come_first(printed: ExpectedValues) -> None:
    assert list(COLUMNS[:12]) == FIRST_COLUMNS
    assert list(table_1(gap_frame({"Hybrid": {"g1"}}), printed, NAMES).columns) == list(COLUMNS)


def test_failed_gaps_stay_in_the_denominator(printed: ExpectedValues) -> None:
    table = table_1(gap_frame({"Hybrid": {"g1"}}, failed=["g2", "g3"]), printed, NAMES)
    assert table.loc[0, "failed"] == 2
    assert table.loc[0, "gaps"] == 4
    assert table.loc[0, "memory_recall_micro"] == 0.25


def test_one_dialogue_has_no_interval(printed: ExpectedValues) -> None:
    gaps = gap_frame({"Hybrid": {"g1"}})
    table = table_1(gaps[gaps["dialogue_id"] == "d1"], printed, NAMES)
    assert table.loc[0, "memory_recall"] == 0.25
    assert pd.isna(table.loc[0, "ci_low"])
    assert pd.isna(table.loc[0, "ci_high"])


def test_no_gaps_make_no_rows(printed: ExpectedValues) -> None:
    table = table_1(gap_frame({}), printed, NAMES)
    assert table.empty
    assert list(table.columns) == list(COLUMNS)
