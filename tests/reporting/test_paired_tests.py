import pandas as pd
import pytest
from result_rows import gap_frame

from streamrecall.reporting.paired_tests import COLUMNS, paired_tests


def test_golden() -> None:
    table = paired_tests(gap_frame({"Hybrid": {"g1"}, "ReMEMBER": {"g1", "g3", "g4"}, "No Memory": set()}))
    assert list(table["method"]) == ["No Memory", "ReMEMBER"]
    row = table.set_index("method").loc["ReMEMBER"]
    assert row["difference"] == pytest.approx(2 / 3)
    assert row["difference_micro"] == 0.5
    assert (row["instances"], row["gaps"], row["dialogues"], row["unpaired"]) == (3, 4, 2, 0)
    assert row["p"] == 0.5
    assert row["exact"]


def test_gaps_that_one_method_lacks_are_counted() -> None:
    gaps = gap_frame({"Hybrid": {"g1"}, "ReMEMBER": {"g1"}})
    table = paired_tests(gaps.drop(index=gaps.index[-1]))
    assert (table.loc[0, "gaps"], table.loc[0, "unpaired"]) == (3, 1)


@pytest.mark.parametrize("recalled", [{}, {"Hybrid": {"g1"}}, {"Sparse": {"g1"}}])
def test_without_a_pair_of_methods_there_are_no_rows(recalled: dict) -> None:
    table = paired_tests(gap_frame(recalled))
    assert table.empty
    assert list(table.columns) == list(COLUMNS)


def test_one_dialogue_gives_a_difference_without_interval() -> None:
    gaps = gap_frame({"Hybrid": set(), "ReMEMBER": {"g1"}})
    table = paired_tests(gaps[gaps["dialogue_id"] == "d1"])
    assert table.loc[0, "difference"] == 0.25
    assert pd.isna(table.loc[0, "ci_low"])
