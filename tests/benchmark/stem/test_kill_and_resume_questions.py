"""Killed while it writes or verifies, a run goes on where it was: the same bytes, no call paid twice."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def run(repository: Path, ledger: Path, lifetime: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(HERE / "killed_questions.py"), str(repository), str(ledger), str(lifetime)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(HERE)},
        timeout=120,
    )


@pytest.mark.parametrize("lifetime", [5, 25], ids=["writing", "verifying"])
def test_a_killed_run_resumes_from_the_ledger(repository: Path, tmp_path: Path, lifetime: int) -> None:
    whole = json.loads(run(repository, tmp_path / "whole.sqlite", 0).stdout)
    killed = run(repository, tmp_path / "killed.sqlite", lifetime)
    assert killed.returncode == -signal.SIGKILL
    assert killed.stdout == ""
    resumed = json.loads(run(repository, tmp_path / "killed.sqlite", 0).stdout)
    assert resumed["digest"] == whole["digest"]
    assert 0 < resumed["paid"] < whole["paid"]
    assert json.loads(run(repository, tmp_path / "killed.sqlite", 0).stdout) == {
        "digest": whole["digest"],
        "paid": 0,
    }
