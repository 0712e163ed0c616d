"""Throughput of the OpenAI client through the call ledger, against a local server that fails at random.

    python benchmarks/model_client.py --json

The last line is one JSON object: ``requests_per_second`` (calls answered and committed to the ledger per
second of wall clock), ``lost`` (calls without a stored reply, or with a reply of another call) and
``paid_twice`` (calls the server answered more than once).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx

from streamrecall.models.call_key import model_call
from streamrecall.models.endpoints import Endpoints
from streamrecall.models.http_calls import HttpCalls
from streamrecall.models.ledger import CallLedger
from streamrecall.models.ledgered_model import LedgeredChatModel
from streamrecall.models.openai_server import OpenAIServer
from streamrecall.models.retry import Backoff
from streamrecall.records import ChatRequest, Message

sys.path.insert(0, str(Path(__file__).parent))
from chat_server import chat

MODEL = "local"


def make_requests(count: int, characters: int) -> list[ChatRequest]:
    """Return different requests of about ``characters`` characters each."""
    filler = "a line of dialogue " * (characters // 19)
    return [ChatRequest((Message("user", f"{number} {filler}"),)) for number in range(count)]


def expected_reply(request: ChatRequest) -> str:
    """Return what the server answers to a request."""
    messages = [{"role": message.role, "content": message.content} for message in request.messages]
    text: str = chat({"messages": messages, "seed": 0})["choices"][0]["message"]["content"]
    return text


def measure(options: argparse.Namespace, ledger_path: Path) -> dict[str, Any]:
    """Run the batch once and count."""
    server = Path(__file__).parent / "chat_server.py"
    command = [sys.executable, str(server), "--share", str(options.failures)]
    requests = make_requests(options.calls, options.characters)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        base = f"http://127.0.0.1:{process.stdout.readline().strip()}"
        try:
            http = HttpCalls(Endpoints([base + "/v1"], rest_seconds=0), Backoff(20, 0.01, 1.0))
            engine = OpenAIServer(MODEL, http, concurrency=options.concurrency)
            with CallLedger(ledger_path) as ledger:
                started = time.perf_counter()
                LedgeredChatModel(engine, ledger).complete(requests)
                seconds = time.perf_counter() - started
                keys = [model_call(MODEL, "", request).key for request in requests]
            with CallLedger(ledger_path) as reopened:
                stored = reopened.find(keys)
            counts = httpx.get(base + "/counts").json()
        finally:
            process.kill()
    answers = Counter(counts["answers"])
    kept = sum(
        key in stored and stored[key].text == expected_reply(request)
        for key, request in zip(keys, requests, strict=True)
    )
    return {
        "requests_per_second": round(len(requests) / seconds, 1),
        "lost": len(requests) - kept,
        "paid_twice": sum(answers[key] > 1 for key in keys),
        "calls": len(requests),
        "concurrency": options.concurrency,
        "most_connections": counts["most_connections"],
        "failures_injected": sum(counts["faulted"].values()),
        "seconds": round(seconds, 3),
    }


def main() -> None:
    """Read the options, measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="print the JSON line only")
    parser.add_argument("--calls", type=int, default=6000)
    parser.add_argument("--concurrency", type=int, default=64)
    parser.add_argument("--characters", type=int, default=400, help="length of a request")
    parser.add_argument("--failures", type=float, default=0.05, help="share of calls that get a fault")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result = measure(options, Path(folder) / "calls.sqlite")
    if not options.json:
        for name, value in result.items():
            print(f"{name:20} {value}")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
