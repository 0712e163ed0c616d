import pandas as pd
import pytest
from result_rows import NAMES, gap_frame

from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.table_3 import table_3


def test_golden(printed: ExpectedValues) -> None:
    gaps = gap_frame({"ReMEMBER": {"g1", "g3", "g4"}}, resolved={"ReMEMBER": {"g3"}})
    table = table_3(gaps, printed, NAMES).set_index("type")
    assert list(table.index) == ["referential", "attribute", "relational"]
    assert (table.loc["referential", "memory"], table.loc["referential", "summary"]) == (100, 50)
    assert (table.loc["attribute", "memory"], table.loc["attribute", "summary"]) == (0, 0)
    assert (table.loc["relational", "memory"], table.loc["relational", "summary"]) == (100, 0)
    assert table.loc["referential", "difference_memory"] == pytest.approx(100 - 75.26)
    assert table.loc["relational", "paper_summary"] == 52.21


def test_a_type_without_gaps_and_a_run_without_summaries_are_blank(printed: ExpectedValues) -> None:
    gaps = gap_frame({"Hybrid": {"g1"}})
    table = table_3(gaps[gaps["type"] != "relational"], printed, NAMES).set_index("type")
    assert table.loc["relational", "gaps"] == 0
    assert pd.isna(table.loc["relational", "memory"])
    assert pd.isna(table.loc["referential", "summary"])
