"""Fixtures of the model tests."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from local_server import LocalServer, StartServer

from streamrecall.models.minilm import MiniLM


@pytest.fixture
def start_server(repository: Path) -> Iterator[StartServer]:
    """Start ``benchmarks/chat_server.py`` with the given options; all are killed afterwards."""
    running: list[LocalServer] = []

    def start(*options: str) -> LocalServer:
        command = [sys.executable, str(repository / "benchmarks" / "chat_server.py"), *options]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        server = LocalServer(process, int(process.stdout.readline()))
        running.append(server)
        return server

    yield start
    for server in running:
        server.kill()


@pytest.fixture(scope="session")
def minilm() -> MiniLM:
    """The embedded model, loaded once for all its tests."""
    return MiniLM()
