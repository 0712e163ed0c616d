"""``--env=endpoint``: the whole DAG on models behind HTTP, killed in the middle and run again."""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pandas as pd
import pytest

from streamrecall.models.ledger_writer import BACKLOG

from .conftest import copy_project, kedro
from .test_reruns import results

IN_FLIGHT = 16
LAST = "--to-outputs=tables_page,table_10,evidence_report,prostream_tables_page,prostream_metrics"
FIRST = (
    "--from-inputs=params:memory,params:detection,params:judge,remember_expected,prostream_expected,"
    "params:prostream,params:probes,params:answer_scores,params:complexity"
)
MODEL_STEPS = {
    *("gap detection", "memory", "summary", "judgement"),
    *("distillation", "answer", "answer judgement"),
}
ASKED = 3
"""Questions about each dialogue: enough for every step, and the streams end early."""


@contextmanager
def chat_server(repository: Path) -> Iterator[str]:
    """Run the stand-in server on a free port."""
    command = [sys.executable, str(repository / "benchmarks" / "chat_server.py"), "--delay", "0.01"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
        finally:
            process.kill()


def answers(url: str) -> dict[str, int]:
    """How often the server answered each call."""
    counted: dict[str, int] = httpx.get(f"{url}/counts").json()["answers"]
    return counted


def arguments(url: str, *more: str) -> list[str]:
    settings = {
        "endpoint.base_url": f"{url}/v1",
        "endpoint.model": "local",
        "encoder.kind": "hashed",
        "annotation.sampling.chitchat": "1",
        "annotation.sampling.workplace": "1",
    }
    given = ",".join(f"{name}={value}" for name, value in settings.items())
    return ["run", "--env=endpoint", f"--params={given}", *more]


def finish(project: Path, url: str, *more: str) -> None:
    done = kedro(project, *arguments(url, *more))
    assert done.returncode == 0, done.stdout + done.stderr


def outputs(project: Path) -> dict[str, bytes]:
    """Every output but what holds measured seconds."""
    measured = ("/calls/", "model_rows", "table_10", "seconds", "figure_3", "figure_5", "prostream/tables.md")
    return {
        name: content
        for name, content in results(project).items()
        if not any(part in name for part in measured)
    }


@pytest.fixture(scope="module")
def annotated(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose benchmark is there; no model was asked so far."""
    project = copy_project(repository, tmp_path_factory.mktemp("annotated"))
    for file in (project / "data/01_raw/sample").glob("*/questions.json"):
        file.write_text(json.dumps(json.loads(file.read_text())[:ASKED]))
    finish(project, "http://127.0.0.1:9", "--to-nodes=write_benchmark,embed_history")
    assert not (project / ".cache/calls.sqlite").exists()
    return project


def test_a_killed_run_pays_only_for_what_was_in_flight_and_ends_in_the_same_bytes(
    repository: Path, annotated: Path, tmp_path: Path
) -> None:
    whole, killed = (Path(shutil.copytree(annotated, tmp_path / name)) for name in ("whole", "killed"))
    rest = (FIRST, LAST)
    with chat_server(repository) as url:
        finish(whole, url, *rest)
        paid = answers(url)
    assert set(paid.values()) == {1}

    with chat_server(repository) as url:
        command = [sys.executable, "-m", "kedro", *arguments(url, *rest)]
        log = (tmp_path / "killed.log").open("w")
        doomed = subprocess.Popen(command, cwd=killed, stdout=log, stderr=log)
        while len(answers(url)) < len(paid) // 2:
            assert doomed.poll() is None, (tmp_path / "killed.log").read_text()
            time.sleep(0.02)
        doomed.kill()
        doomed.wait()
        log.close()
        reports = killed / "data/endpoint/08_reporting"
        assert not all((reports / page / "tables.md").exists() for page in ("remember", "prostream"))
        finish(killed, url, *rest)
        again = answers(url)
    assert set(again) == set(paid)
    assert sum(again.values()) <= len(paid) + IN_FLIGHT + BACKLOG
    assert outputs(killed) == outputs(whole)

    reports = whole / "data/endpoint/08_reporting/remember"
    rows = pd.read_csv(reports / "rows/model_rows.csv")
    assert set(rows["step"]) == MODEL_STEPS
    assert rows[["model", "prompt_hash", "seed", "tokens_in", "seconds"]].notna().all(axis=None)
    assert set(rows.loc[rows["step"] == "summary", "made_by"]) == {
        "local",
        "local (sample 2)",
        "local (sample 3)",
    }
    costs = pd.read_csv(reports / "table_10.csv").iloc[0]
    assert (costs["model"], costs["calls"], costs["failed"]) == ("local", len(paid), 0)
    table = pd.read_csv(reports / "table_1.csv").set_index("method")
    assert set(table["scored_by"]) == {"local"}
    assert table.loc["ReMEMBER", "detector"] == table.loc["Inc. Summary", "memory_writer"] == "local"
    stressed = pd.read_csv(reports / "judge_stress.csv")
    assert list(dict.fromkeys(stressed["scored_by"])) == ["offline", "local"]
    assert set(pd.read_csv(reports / "judge_agreement.csv")["items"] > 0) == {True}

    prostream = whole / "data/endpoint/08_reporting/prostream"
    table = pd.read_csv(prostream / "table_1.csv").set_index("method")
    assert set(table["answerer"]) == {"local"}
    assert set(table["scored_by"]) == {"offline metrics; judge local"}
    assert (table[["failed", "judge_failed"]] == 0).all(axis=None)
    assert table["judge"].notna().all()
    assert table.loc["ProStream", "distiller"] == "local (events and scenes); rule-based triples"
    stressed = pd.read_csv(prostream / "judge_stress.csv")
    assert list(dict.fromkeys(stressed["scored_by"])) == ["key entity matching", "local"]
