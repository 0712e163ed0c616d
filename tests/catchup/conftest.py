"""A browser for the folder."""

import pytest
from chromium import launch_chromium


@pytest.fixture(scope="session")
def chromium():
    with launch_chromium() as browser:
        yield browser
