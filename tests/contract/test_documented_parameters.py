"""The parameters that docs/prostream.md shows are valid ones."""

import re
from pathlib import Path

import pytest
import yaml

from streamrecall.params import (
    AnswerScoreParameters,
    ComplexityParameters,
    ProbeParameters,
    ProStreamParameterGroup,
)

GROUPS = {
    "answer_scores": AnswerScoreParameters,
    "complexity": ComplexityParameters,
    "probes": ProbeParameters,
    "prostream": ProStreamParameterGroup,
}


@pytest.fixture
def shown(repository: Path) -> list[tuple[str, object]]:
    page = (repository / "docs" / "prostream.md").read_text()
    blocks = [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)]
    return [(name, given) for block in blocks for name, given in block.items() if name in GROUPS]


def test_every_group_is_shown_and_valid(shown: list[tuple[str, object]]) -> None:
    assert {name for name, _ in shown} == set(GROUPS)
    for name, given in shown:
        GROUPS[name].model_validate(given)
