import pandas as pd
import pytest
from result_rows import NAMES, gap_frame

from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.table_8 import table_8


def test_golden(printed: ExpectedValues) -> None:
    table = table_8(gap_frame({"Hybrid": {"g1", "g4"}, "Full Memory": {"g1"}}), printed, NAMES)
    assert list(table["method"]) == ["Full Memory", "Full Memory", "Hybrid", "Hybrid"]
    hybrid = table[table["method"] == "Hybrid"].set_index("domain")
    assert (hybrid.loc["chitchat", "memory_recall"], hybrid.loc["chitchat", "instances"]) == (0.25, 2)
    assert hybrid.loc["workplace", "memory_recall"] == 1
    assert hybrid.loc["workplace", "difference"] == pytest.approx(1 - 0.5719)
    assert hybrid["ci_low"].isna().all()
    assert table["paper_memory_recall"].iloc[:2].isna().all()


def test_a_domain_without_gaps_is_blank(printed: ExpectedValues) -> None:
    gaps = gap_frame({"Hybrid": {"g1"}})
    table = table_8(gaps[gaps["domain"] == "chitchat"], printed, NAMES).set_index("domain")
    assert table.loc["workplace", "instances"] == 0
    assert pd.isna(table.loc["workplace", "memory_recall"])
    assert pd.isna(table.loc["workplace", "difference"])
