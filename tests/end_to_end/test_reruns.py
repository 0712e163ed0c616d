"""What a rerun may and may not change."""

import shutil
from pathlib import Path

import pytest

from .conftest import kedro


def results(project: Path) -> dict[str, bytes]:
    """Every output but the measured seconds and what is drawn from them."""
    measured = ("build_seconds", "figure_2", "memory_rows.csv", "embedding_report.csv")
    return {
        path.relative_to(project).as_posix(): path.read_bytes()
        for path in sorted((project / "data").rglob("*"))
        if path.is_file() and "01_raw" not in path.parts and not any(m in path.as_posix() for m in measured)
    }


def test_evaluate_alone_gives_the_same_bytes(finished_run: Path, tmp_path: Path) -> None:
    before = results(finished_run)
    shutil.rmtree(finished_run / "data/08_reporting/remember")
    done = kedro(finished_run, "run", "--pipeline=evaluate")
    assert done.returncode == 0, done.stdout + done.stderr
    assert results(finished_run) == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "--env=gold"], "gold.windows=FILE,gold.turns=FOLDER"),
        (["run", "--pipeline=ingest", "--params=windows.tokens=0"], "windows"),
        (["run", "--pipeline=ingest", "--params=encoder.kind=magic"], "packaged-minilm"),
    ],
)
def test_a_run_that_cannot_work_says_what_to_give(
    finished_run: Path, arguments: list[str], said: str
) -> None:
    done = kedro(finished_run, *arguments)
    assert done.returncode != 0
    assert said in done.stdout + done.stderr
