"""The Python blocks of the README run as they stand."""

import re
from pathlib import Path

import pytest


def blocks(readme: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", readme, flags=re.DOTALL | re.MULTILINE)


def test_the_memory_block_runs(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (block,) = [each for each in blocks((repository / "README.md").read_text()) if "MEMORIES" in each]
    monkeypatch.chdir(repository)
    exec(compile(block, "README.md", "exec"), {})
    assert "Bridie: " in capsys.readouterr().out
