"""The README shows the table that the committed run printed, and names files that exist."""

import importlib.util
import re
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def readme(repository: Path) -> str:
    return (repository / "README.md").read_text(encoding="utf-8")


def test_the_table_is_that_of_the_committed_results(repository: Path, readme: str) -> None:
    spec = importlib.util.spec_from_file_location("update_readme", repository / "scripts/update_readme.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.rendered_table() in readme, "run: uv run python scripts/update_readme.py"


def test_every_local_link_leads_somewhere(repository: Path, readme: str) -> None:
    prose = re.sub(r"^```.*?^```", "", readme, flags=re.DOTALL | re.MULTILINE)
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", prose)
    assert targets
    assert [target for target in targets if not (repository / target).exists()] == []


def test_the_two_commands_are_those_of_ci(repository: Path, readme: str) -> None:
    ci = (repository / ".ci/run").read_text(encoding="utf-8")
    for command in ("uv run kedro run", "uv run pytest"):
        assert re.search(rf"^{command}\b", readme, re.MULTILINE)
        assert re.search(rf"^{command}$", ci, re.MULTILINE)
