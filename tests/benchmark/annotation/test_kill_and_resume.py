"""A killed annotation goes on where it was: no call is paid for twice and the result is the same."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def run(repository, ledger, lifetime):
    return subprocess.run(
        [sys.executable, str(HERE / "killed_annotation.py"), str(repository), str(ledger), str(lifetime)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(HERE)},
        timeout=120,
    )


def test_a_killed_annotation_resumes_from_the_ledger(repository, tmp_path):
    whole = json.loads(run(repository, tmp_path / "whole.sqlite", 0).stdout)
    killed = run(repository, tmp_path / "killed.sqlite", 20)
    assert killed.returncode == -signal.SIGKILL
    assert killed.stdout == ""
    resumed = json.loads(run(repository, tmp_path / "killed.sqlite", 0).stdout)
    assert resumed["digest"] == whole["digest"]
    assert 0 < resumed["paid"] < whole["paid"]
    again = json.loads(run(repository, tmp_path / "killed.sqlite", 0).stdout)
    assert again == {"digest": whole["digest"], "paid": 0}
