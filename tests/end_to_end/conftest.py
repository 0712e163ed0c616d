"""One finished run of the main job, in a copy of the project."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

COPIED = ("conf", "expected", "notebooks", "src", "pyproject.toml", "README.md", ".telemetry")


def copy_project(repository: Path, target: Path) -> Path:
    """Copy what a run needs; the vector cache comes along, so that nothing is embedded twice."""
    for name in COPIED:
        source = repository / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target / name)
    shutil.copytree(repository / "data/01_raw/sample", target / "data/01_raw/sample")
    cache = repository / ".cache/embeddings.sqlite"
    if cache.exists():
        (target / ".cache").mkdir()
        shutil.copy(cache, target / ".cache")
    return target


def kedro(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Kedro in a project, as a user does."""
    return subprocess.run(
        [sys.executable, "-m", "kedro", *arguments],
        cwd=project,
        env=os.environ | {"COLUMNS": "120", "DO_NOT_TRACK": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )


@pytest.fixture(scope="session")
def main_job(
    repository: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """The project folder and what ``kedro run`` printed there."""
    project = copy_project(repository, tmp_path_factory.mktemp("project"))
    done = kedro(project, "run")
    assert done.returncode == 0, done.stdout + done.stderr
    return project, done


@pytest.fixture(scope="session")
def finished_run(main_job: tuple[Path, subprocess.CompletedProcess[str]]) -> Path:
    """The folder of a project whose main job has run."""
    return main_job[0]
