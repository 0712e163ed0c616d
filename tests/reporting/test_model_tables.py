"""Tables 7, 9 and 10 beside the paper, and the tables about judges."""

import pandas as pd
import pytest
from result_rows import NAMES, gap_frame, summary_frame

from streamrecall.models.ledger_rows import ModelCost
from streamrecall.reporting.expected_values import ExpectedValues
from streamrecall.reporting.judge_checks import AGREEMENT_COLUMNS, agreement_frame
from streamrecall.reporting.paper_models import paper_model
from streamrecall.reporting.table_7 import table_7
from streamrecall.reporting.table_9 import table_9
from streamrecall.reporting.table_10 import COLUMNS, table_10

SCORES = {"Hybrid": {"w1": (1.0, None, 0.5, 1.0), "w2": (0.2, 0.0, 0.4, 0.8), "w3": (0.5, 1.0, 0.5, 0.5)}}
GEMMA = "google/gemma-4-E2B-it"


@pytest.mark.parametrize(
    ("model", "name"), [(GEMMA, "Gemma-4-E2B-it"), ("Qwen/Qwen3.6-27B", "Qwen3.6-27B"), ("other", "")]
)
def test_a_model_is_known_by_the_paper_s_identifier(printed: ExpectedValues, model: str, name: str) -> None:
    assert paper_model(model, printed) == name


def test_table_7_has_the_paper_s_values_beside_its_summarizer_alone(printed: ExpectedValues) -> None:
    own = summary_frame(SCORES)
    both = pd.concat([own, own.assign(summarizer=GEMMA)])
    table = table_7(both, printed, NAMES).set_index(["summarizer", "domain"])
    assert len(table) == 4
    chitchat = table.loc[(GEMMA, "chitchat")]
    assert (chitchat["instances"], chitchat["window_completeness"]) == (2, 0.6)
    assert chitchat["paper_window_completeness"] == 0.7566
    assert chitchat["difference_window_completeness"] == pytest.approx(0.6 - 0.7566)
    assert table.loc[("extractive", "chitchat")].filter(like="paper_").isna().all()


def test_table_9_compares_detectors(printed: ExpectedValues) -> None:
    detectors = {"ReMEMBER": "rule-based cues", f"ReMEMBER with {GEMMA}": GEMMA}
    gaps = gap_frame({"ReMEMBER": ["g1"], f"ReMEMBER with {GEMMA}": ["g1", "g2", "g4"]})
    summaries = summary_frame({name: SCORES["Hybrid"] for name in detectors})
    table = table_9(gaps, summaries, detectors, printed).set_index(["detector", "domain"])
    assert table.loc[("rule-based cues", "chitchat"), "memory_recall"] == 0.25
    assert table.loc[(GEMMA, "workplace"), "memory_recall"] == 1
    assert table.loc[(GEMMA, "workplace"), "difference_memory_recall"] == pytest.approx(1 - 0.6361)
    assert table.loc[(GEMMA, "chitchat"), "gap_resolution_completeness"] == 0
    assert pd.isna(table.loc[("rule-based cues", "workplace"), "paper_memory_recall"])


def test_table_10_has_the_models_of_the_run_alone(printed: ExpectedValues) -> None:
    costs = [
        ModelCost("chat", name, "", 10, 1, 2, 3, 1000, 100, 36.0, 3.6) for name in ("stranger", "a", GEMMA)
    ]
    table = table_10(costs, {GEMMA: "summary", "a": "judgement"}, {GEMMA: 2}, printed)
    assert list(table["model"]) == [GEMMA, "a"]
    first, second = table.to_dict("records")
    assert (first["calls"], first["failed"], first["used_for"]) == (10, 1, "summary")
    assert first["difference_seconds"] == pytest.approx(3.6 - 1.39)
    assert first["gpu_hours_per_call"] == pytest.approx(0.002)
    assert (first["paper_vram"], first["paper_gpu_hours_per_call"]) == ("30GB", 0.000387)
    assert pd.isna(second["gpu_hours_per_call"])
    assert pd.isna(second["paper_seconds_per_call"])


def test_tables_of_models_are_empty_without_any(printed: ExpectedValues) -> None:
    assert list(table_10([], {}, {}, printed).columns) == list(COLUMNS)
    assert list(agreement_frame([], []).columns) == list(AGREEMENT_COLUMNS)
