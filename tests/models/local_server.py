"""A local server that misbehaves on purpose, as a process that tests may kill."""

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx


@dataclass
class LocalServer:
    """The running server."""

    process: subprocess.Popen[str]
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def counts(self) -> dict[str, Any]:
        counts: dict[str, Any] = httpx.get(f"http://127.0.0.1:{self.port}/counts").json()
        return counts

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


StartServer = Callable[..., LocalServer]
