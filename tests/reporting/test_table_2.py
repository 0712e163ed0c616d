import pandas as pd
import pytest
from result_rows import NAMES, summary_frame

from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.length_bins import length_bin
from streamrecall.reporting.table_2 import COLUMNS, table_2


def test_golden(printed: ExpectedValues) -> None:
    summaries = summary_frame(
        {"Hybrid": {"w1": (1.0, None, 0.5, 1.0), "w2": (0.2, 0.0, 0.4, 0.8), "w3": (0.5, 1.0, 0.5, 0.5)}}
    )
    table = table_2(summaries, printed, NAMES).set_index("length_bin")
    short = table.loc["-32K"]
    assert short["instances"] == 2
    assert short["window_completeness"] == 0.75
    assert (short["gap_resolution_completeness"], short["gap_resolution_defined"]) == (1.0, 1)
    assert short["composite"] == pytest.approx((0.75 + 1 + 0.5 + 0.75) / 4)
    assert short["paper_composite"] == 0.61
    assert short["difference_window_completeness"] == pytest.approx(0.75 - 0.70)
    assert (table.loc["32K-64K", "instances"], table.loc["32K-64K", "gap_resolution_completeness"]) == (1, 0)


def test_an_empty_bin_is_shown_as_empty(printed: ExpectedValues) -> None:
    table = table_2(summary_frame({"Sparse": {"w1": (1, 1, 1, 1)}}), printed, NAMES).set_index("length_bin")
    assert list(table.index) == ["-32K", "32K-64K", "64K-"]
    empty = table.loc["64K-"]
    assert empty["instances"] == 0
    assert empty[["window_completeness", "composite", "difference_composite"]].isna().all()
    assert empty["paper_composite"] == 0.67
    assert empty["scored_by"] == "offline"


def test_no_memory_counts_zero_where_the_paper_prints_none(printed: ExpectedValues) -> None:
    table = table_2(summary_frame({"No Memory": {"w1": (0.7, 0.0, 0.6, 0.9)}}), printed, NAMES)
    assert table.loc[0, "gap_resolution_completeness"] == 0
    assert pd.isna(table.loc[0, "paper_gap_resolution_completeness"])
    assert table.loc[0, "composite"] == pytest.approx(0.55)


def test_no_summaries_make_no_rows(printed: ExpectedValues) -> None:
    assert list(table_2(summary_frame({}), printed, NAMES).columns) == list(COLUMNS)


@pytest.mark.parametrize(
    ("history", "name"),
    [
        (0, "-32K"),
        (30_975, "-32K"),
        (30_976, "32K-64K"),
        (62_975, "32K-64K"),
        (62_976, "64K-"),
        (160_000, "64K-"),
    ],
)
def test_bins_count_history_and_window(history: int, name: str) -> None:
    assert length_bin(history) == name
