"""The embedded model, loaded once for all its tests."""

import pytest

from streamrecall.models.minilm import MiniLM


@pytest.fixture(scope="session")
def minilm() -> MiniLM:
    return MiniLM()
