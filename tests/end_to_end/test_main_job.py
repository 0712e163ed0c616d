"""``kedro run`` on the sample: the whole DAG, its tables, and what it prints at the end."""

import json
import subprocess
from pathlib import Path

import pandas as pd
import pytest

from streamrecall.memories import MEMORIES, STRUCTURED

REPORTS = Path("data/08_reporting/remember")
ISSUE_COLUMNS = [
    "method", "memory_recall", "memory_recall_micro", "ci_low", "ci_high", "referential", "attribute",
    "relational", "gaps", "failed", "paper_memory_recall", "difference",
]  # fmt: skip


def test_the_run_ends_with_the_recall_table_and_the_report(
    main_job: tuple[Path, subprocess.CompletedProcess[str]],
) -> None:
    project, done = main_job
    last = done.stdout.strip().splitlines()
    assert last[-1] == "Report: data/08_reporting/remember/evidence.html"
    assert (project / "data/08_reporting/remember/evidence.html").stat().st_size > 100_000
    for method in MEMORIES:
        assert any(method in line for line in last[-30:]), method


@pytest.mark.parametrize(
    "name",
    [
        "table_1",
        "table_2",
        "table_3",
        "table_4",
        "table_5",
        "table_7",
        "table_8",
        "table_9",
        "paired_tests",
        "judge_stress",
    ],
)
def test_every_table_is_there_as_csv_and_markdown(finished_run: Path, name: str) -> None:
    frame = pd.read_csv(finished_run / REPORTS / f"{name}.csv")
    page = (finished_run / REPORTS / f"{name}.md").read_text()
    assert len(frame) > 0
    assert page.count("\n| ") >= len(frame)


def test_table_1_has_every_method_and_the_promised_columns(finished_run: Path) -> None:
    table = pd.read_csv(finished_run / REPORTS / "table_1.csv")
    assert list(table.columns)[: len(ISSUE_COLUMNS)] == ISSUE_COLUMNS
    assert set(table["method"]) == set(MEMORIES)
    recall = table.set_index("method")["memory_recall"]
    assert recall["Ideal Memory"] == 1
    assert recall["No Memory"] == 0
    assert recall["Full Memory"] == 1
    assert (table["gaps"] == 56).all()
    assert (table["failed"] == 0).all()


def test_without_a_model_no_table_claims_one(finished_run: Path) -> None:
    table = pd.read_csv(finished_run / REPORTS / "table_1.csv").set_index("method")
    writers = table["memory_writer"].dropna().to_dict()
    assert writers == {
        **dict.fromkeys(("Inc. Summary", "Hier. Summary"), "extractive"),
        **dict.fromkeys(STRUCTURED, "rules"),
    }
    for name in ("table_10", "judge_agreement", "rows/model_rows"):
        assert pd.read_csv(finished_run / REPORTS / f"{name}.csv").empty
    assert not (finished_run / ".cache/calls.sqlite").exists()


def test_no_memory_exceeds_its_budget(finished_run: Path) -> None:
    rows = pd.read_csv(finished_run / REPORTS / "rows/memory_rows.csv")
    assert (rows["memory_tokens"] <= rows["budget"]).all()
    assert set(rows.loc[rows["method"] != "Full Memory", "budget"]) == {1024}
    assert rows["build_seconds"].notna().all()


def test_figures_and_metrics_are_there(finished_run: Path) -> None:
    assert (finished_run / REPORTS / "figure_2.png").read_bytes().startswith(b"\x89PNG")
    assert json.loads((finished_run / REPORTS / "figure_2.json").read_text())["data"]
    metrics = json.loads((finished_run / REPORTS / "metrics.json").read_text())
    assert metrics["memory_recall"]["Ideal Memory"] == 1


def test_results_name_who_scored_them_and_with_what(finished_run: Path) -> None:
    table = pd.read_csv(finished_run / REPORTS / "table_1.csv")
    assert set(table["scored_by"]) == {"offline"}
    remember = table[table["method"] == "ReMEMBER"].iloc[0]
    assert remember["embedder"] == "all-MiniLM-L6-v2"
    assert "rule" in remember["detector"]
