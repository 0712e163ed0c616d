"""A browser and the paper's printed values for the whole folder."""

from pathlib import Path

import pytest
from chromium import launch_chromium

from streamrecall.reporting.expected_values import ExpectedValues, load_expected


@pytest.fixture(scope="session")
def chromium():
    with launch_chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def printed(repository: Path) -> ExpectedValues:
    """What the paper prints."""
    return load_expected(repository / "expected/remember.yaml")
