"""Fixtures of the whole suite."""

import os
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the checkout."""
    return REPOSITORY


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """Real corpora, annotations and exports that may not be committed.

    They lie in ``$STREAMRECALL_SHARED`` or in ``shared`` beside the checkout. Where they are absent the
    tests that need them are skipped, except in CI, where their absence is a failure.
    """
    for candidate in (os.environ.get("STREAMRECALL_SHARED"), REPOSITORY.parent / "shared"):
        if candidate and Path(candidate).is_dir():
            return Path(candidate)
    if os.environ.get("CI"):
        pytest.fail("CI needs the shared corpora: set STREAMRECALL_SHARED or put them in ../shared")
    pytest.skip("needs the shared corpora: set STREAMRECALL_SHARED or put them in ../shared")
