import pandas as pd
import pytest
from annotated_window import HISTORY, INSTANCE, quoting, summary

from streamrecall.metrics.offline_judge import OfflineJudge
from streamrecall.metrics.rows import (
    GAP_COLUMNS,
    MEMORY_COLUMNS,
    SUMMARY_COLUMNS,
    UTTERANCE_COLUMNS,
    gap_rows,
    mean_over_summarizers,
    memory_row,
    rows_frame,
    summary_row,
    utterance_rows,
)

MEMORY = quoting(HISTORY["t0"], method="Hybrid")
SUMMARY = summary("The other supplier said no.")
VERDICT = OfflineJudge().judge(INSTANCE, MEMORY, SUMMARY, HISTORY)


def test_every_kind_of_row_has_exactly_its_columns() -> None:
    assert set(memory_row(INSTANCE, MEMORY, 0.25)) == set(MEMORY_COLUMNS)
    assert all(set(row) == set(GAP_COLUMNS) for row in gap_rows(INSTANCE, VERDICT))
    assert all(set(row) == set(UTTERANCE_COLUMNS) for row in utterance_rows(INSTANCE, VERDICT))
    assert set(summary_row(INSTANCE, SUMMARY, VERDICT)) == set(SUMMARY_COLUMNS)


def test_rows_carry_the_values() -> None:
    memory = memory_row(INSTANCE, MEMORY, 0.25)
    assert (memory["method"], memory["dialogue_id"], memory["build_seconds"]) == ("Hybrid", "d", 0.25)
    first, second = gap_rows(INSTANCE, VERDICT)
    assert (first["type"], first["recalled"], first["resolved_in_summary"]) == ("attribute", True, False)
    assert (second["recalled"], second["resolved_in_summary"]) == (False, None)
    row = summary_row(INSTANCE, SUMMARY, VERDICT)
    assert (row["sentences"], row["summary_tokens"], row["summarizer"]) == (1, 6, "hand")


def test_a_frame_has_its_columns_without_any_row() -> None:
    assert list(rows_frame([], GAP_COLUMNS).columns) == list(GAP_COLUMNS)
    frame = rows_frame(gap_rows(INSTANCE, VERDICT), GAP_COLUMNS)
    assert list(frame["gap_id"]) == ["g0", "g1"]


def test_a_missing_column_is_an_error() -> None:
    with pytest.raises(KeyError, match="budget"):
        rows_frame([{"method": "x"}], ("method", "budget"))


def test_gap_rows_of_several_summarizers_become_one_with_the_share_that_resolves_it() -> None:
    rows = rows_frame(gap_rows(INSTANCE, VERDICT), GAP_COLUMNS)
    assert mean_over_summarizers(rows) is rows
    better = rows.assign(resolved_in_summary=[True, None], failed=[True, False])
    joined = mean_over_summarizers(pd.concat([rows, better, better]))
    assert list(joined["gap_id"]) == ["g0", "g1"]
    assert joined["resolved_in_summary"][0] == pytest.approx(2 / 3)
    assert pd.isna(joined["resolved_in_summary"][1])
    assert list(joined["failed"]) == [True, False]
    assert list(joined.columns) == list(GAP_COLUMNS)
