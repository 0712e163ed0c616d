"""The suites of the annotation's stages: each meets a row that breaks it, and the report counts it."""

import pandas as pd
import pytest

from streamrecall.errors import DataError
from streamrecall.quality.report import Checked, quality_report
from streamrecall.quality.validator import SuiteValidator
from streamrecall.reporting.data_docs import render_data_docs

VOTE = {"stage": "evidence", "annotator": "a", "window_id": "w", "target": "u/T1-S0", "label": "resolve"}
CANDIDATE = {
    "window_id": "w", "utterance_id": "w.S1", "text": "x", "turns": '["t1"]', "gap_type": None, "votes": 2,
}  # fmt: skip
EVIDENCE = {
    "utterance_id": "w.S1", "source_id": "T1-S0", "sentence": "x", "reasoning": "y", "before_window": True,
}  # fmt: skip
CHUNK = {"window_id": "w", "chunk": 1, "in_favour": 2, "before_window": True}
WINDOW = {"window_id": "w", "history_tokens": 8000, "kept": True, "reason": ""}
LOSS = {"kind": "rejected", "stage": "salience", "window_id": "w", "target": "S1", "reason": "why"}
RESOLUTION = {"window_id": "w", "utterance_id": "w.S1", "text": "It is so."}

SOUND = [
    ("votes", VOTE, {"stage": "evidence"}),
    ("votes", VOTE | {"label": "0110"}, {"stage": "filtering"}),
    ("votes", VOTE | {"label": "attribute"}, {"stage": "salience"}),
    ("salient_candidates", CANDIDATE | {"gap_type": "attribute"}, {"majority": 2}),
    ("evidence", EVIDENCE, {}),
    ("relevant_chunks", CHUNK, {"majority": 2}),
    ("candidate_windows", WINDOW, {"min_history_tokens": 7000}),
    (
        "candidate_windows",
        WINDOW | {"history_tokens": 9, "kept": False, "reason": "short"},
        {"min_history_tokens": 7000},
    ),
    ("losses", LOSS, {}),
    ("resolutions", RESOLUTION, {}),
]
BROKEN = [
    ("votes", VOTE | {"label": "valid"}, {"stage": "evidence"}, "label"),
    ("votes", VOTE | {"label": "012"}, {"stage": "filtering"}, "label"),
    ("votes", VOTE | {"annotator": ""}, {"stage": "evidence"}, "annotator"),
    ("salient_candidates", CANDIDATE | {"gap_type": "other"}, {}, "gap_type"),
    ("salient_candidates", CANDIDATE | {"votes": 1}, {"majority": 2}, "votes"),
    ("salient_candidates", CANDIDATE | {"turns": "[]"}, {}, "turns"),
    ("evidence", EVIDENCE | {"before_window": False}, {}, "before_window"),
    ("evidence", EVIDENCE | {"source_id": "S1"}, {}, "source_id"),
    ("evidence", EVIDENCE | {"reasoning": " "}, {}, "reasoning"),
    ("relevant_chunks", CHUNK | {"before_window": False}, {}, "before_window"),
    ("relevant_chunks", CHUNK | {"in_favour": 1}, {"majority": 2}, "in_favour"),
    ("candidate_windows", WINDOW | {"history_tokens": 6999}, {"min_history_tokens": 7000}, "history_tokens"),
    ("candidate_windows", WINDOW | {"kept": False}, {}, "reason"),
    ("losses", LOSS | {"reason": ""}, {}, "reason"),
    ("resolutions", RESOLUTION | {"text": ""}, {}, "text"),
]


@pytest.mark.parametrize(("suite", "row", "options"), SOUND)
def test_a_sound_row_passes(suite, row, options):
    SuiteValidator(suite, **options).validate(pd.DataFrame([row]))


@pytest.mark.parametrize(("suite", "row", "options", "column"), BROKEN)
def test_a_broken_row_is_named(suite, row, options, column):
    with pytest.raises(DataError, match=rf"suite '{suite}'.*\({column}[^)]*\) failed in 1 rows: "):
        SuiteValidator(suite, **options).validate(pd.DataFrame([row]))


@pytest.mark.parametrize(
    ("suite", "row", "options"), [each for each in SOUND if each[0] != "candidate_windows"]
)
def test_a_stage_that_found_nothing_passes(suite, row, options):
    SuiteValidator(suite, **options).validate(pd.DataFrame(columns=list(row)))


def test_a_vote_cast_twice_is_found():
    with pytest.raises(DataError, match="compound_columns"):
        SuiteValidator("votes", stage="evidence").validate(pd.DataFrame([VOTE, VOTE]))


@pytest.fixture(scope="module")
def report():
    bad = EVIDENCE | {"before_window": False, "source_id": "T<b>9</b>-S0"}
    return quality_report(
        [
            Checked("accepted_evidence", "evidence", pd.DataFrame([EVIDENCE, bad])),
            Checked("resolutions", "resolutions", pd.DataFrame([RESOLUTION])),
        ]
    )


def test_the_report_counts_failures_and_names_the_worst_rows(report):
    failed = report[~report["passed"]]
    assert set(failed["column"]) == {"before_window", "source_id"}
    assert set(failed["failed_rows"]) == {1}
    assert set(failed["worst_rows"]) == {"w.S1 T<b>9</b>-S0"}
    assert set(report["rows"]) == {2, 1}


def test_data_docs_open_offline_escape_and_never_differ(report):
    page = render_data_docs(report)
    assert page == render_data_docs(report)
    assert "http:" not in page.replace("http-equiv", "")
    assert "https:" not in page
    assert "<b>9</b>" not in page
    assert "T&lt;b&gt;9" in page
    passed = int(report["passed"].sum())
    assert f"{passed} of {len(report)} expectations hold in 2 datasets" in page
