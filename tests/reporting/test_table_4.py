import pandas as pd
import pytest
from result_rows import NAMES, gap_frame, summary_frame

from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.table_4 import table_4

METHODS = [
    "ReMEMBER",
    "ReMEMBER w/o gap-conditioned retrieval",
    "ReMEMBER w/o chunk refinement",
    "ReMEMBER + recent",
]


def test_ablations_and_variants_stand_beside_the_paper(printed: ExpectedValues) -> None:
    gaps = gap_frame({**{name: {"g1", "g4"} for name in reversed(METHODS)}, "Hybrid": set()})
    summaries = summary_frame({"ReMEMBER": {"w1": (0.7, 0.5, 0.6, 0.8)}})
    table = table_4(gaps, summaries, printed, NAMES).set_index("method")
    assert list(table.index) == METHODS
    assert table.loc["ReMEMBER", "memory_recall"] == pytest.approx(0.5)
    assert table.loc["ReMEMBER", "difference_gap_resolution_completeness"] == pytest.approx(0)
    assert list(table["paper_memory_recall"].iloc[:3]) == [0.70, 0.60, 0.66]
    assert pd.isna(table.loc["ReMEMBER + recent", "paper_memory_recall"])
    assert pd.isna(table.loc["ReMEMBER w/o chunk refinement", "conciseness"])
    assert table.loc["ReMEMBER w/o gap-conditioned retrieval", "detector"] == ""


def test_a_run_without_these_methods_has_no_rows(printed: ExpectedValues) -> None:
    assert table_4(gap_frame({"Hybrid": {"g1"}}), summary_frame({}), printed, NAMES).empty
