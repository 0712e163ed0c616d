"""Data parallelism: several copies of a model, each in its own process on its own accelerators.

``vllm.LLM`` runs one copy per process. The copies share nothing but the batch, which is dealt out to them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from streamrecall.errors import ModelError
from streamrecall.models.vllm_engine import require_vllm
from streamrecall.models.vllm_worker import request_row
from streamrecall.records import ChatReply, ChatRequest

_DEVICES = "CUDA_VISIBLE_DEVICES"


class VllmReplicas:
    """Copies of one model behind one engine. They are started at the first batch.

    Args:
        arguments: Of ``VllmEngine``.
        replicas: Copies.
        devices_each: Accelerators of each copy; copy k takes the k-th group of those visible.
    """

    concurrency = 1  # a reply's seconds are its share of its own copy's batch

    def __init__(self, arguments: Mapping[str, Any], replicas: int, devices_each: int = 1) -> None:
        require_vllm()
        self.name = str(arguments["model"])
        self.revision = str(arguments.get("revision", ""))
        self._arguments = dict(arguments)
        self._replicas = replicas
        self._devices_each = devices_each
        self._workers: list[subprocess.Popen[str]] = []

    def complete(
        self,
        requests: Sequence[ChatRequest],
        on_reply: Callable[[int, ChatReply], None] | None = None,
    ) -> list[ChatReply]:
        """Return one reply per request; request n goes to copy n modulo their number.

        Raises:
            ModelError: If a copy ends; replies that came before are reported.
        """
        if not requests:
            return []
        self._start()
        replies: dict[int, ChatReply] = {}
        one_at_a_time = threading.Lock()

        def arrived(position: int, reply: ChatReply) -> None:
            with one_at_a_time:
                replies[position] = reply
                if on_reply is not None:
                    on_reply(position, reply)

        with ThreadPoolExecutor(max_workers=self._replicas) as threads:
            shares = [list(range(number, len(requests), self._replicas)) for number in range(self._replicas)]
            running = [
                threads.submit(self._run, worker, share, requests, arrived)
                for worker, share in zip(self._workers, shares, strict=True)
                if share
            ]
            try:
                for run in running:
                    run.result()
            except BaseException:
                self.close()
                raise
        return [replies[position] for position in range(len(requests))]

    def close(self) -> None:
        """End the copies; their accelerators are free afterwards."""
        for worker in self._workers:
            if worker.stdin is not None and not worker.stdin.closed:
                worker.stdin.close()
        for worker in self._workers:
            try:
                worker.wait(timeout=60)
            except subprocess.TimeoutExpired:
                worker.kill()
                worker.wait()
            if worker.stdout is not None:
                worker.stdout.close()
        self._workers = []

    def _start(self) -> None:
        if self._workers:
            return
        visible = os.environ.get(_DEVICES)
        known = (
            visible.split(",") if visible else [str(n) for n in range(self._replicas * self._devices_each)]
        )
        for number in range(self._replicas):
            devices = known[number * self._devices_each : (number + 1) * self._devices_each]
            worker = subprocess.Popen(
                [sys.executable, "-m", "streamrecall.models.vllm_worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                env={**os.environ, _DEVICES: ",".join(devices)},
            )
            self._workers.append(worker)
            self._send(worker, self._arguments)

    def _run(
        self,
        worker: subprocess.Popen[str],
        share: Sequence[int],
        requests: Sequence[ChatRequest],
        arrived: Callable[[int, ChatReply], None],
    ) -> None:
        self._send(worker, [request_row(requests[position]) for position in share])
        assert worker.stdout is not None
        for line in worker.stdout:
            row = json.loads(line)
            if "done" in row:
                return
            if "error" in row:
                raise ModelError(f"a copy of {self.name} failed: {row['error']}")
            arrived(share[row["position"]], ChatReply(**row["reply"]))
        raise ModelError(f"a copy of {self.name} ended without an answer; its messages are above.")

    def _send(self, worker: subprocess.Popen[str], content: object) -> None:
        assert worker.stdin is not None
        try:
            worker.stdin.write(json.dumps(content) + "\n")
            worker.stdin.flush()
        except BrokenPipeError as error:
            raise ModelError(f"a copy of {self.name} ended; its messages are above.") from error
