"""The client, the ledger and the model-backed steps against a real model server (llama.cpp).

They run where the dependency group ``server-tests`` is installed and ``STREAMRECALL_GGUF`` names a model
file; scripts/real_server.py says how to get both. The model is too small to write anything of use: what is
tested is that its replies are read or recorded as failed, and that no call is lost or paid twice.
"""

import os
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from streamrecall.models.endpoints import Endpoints
from streamrecall.models.http_calls import HttpCalls
from streamrecall.models.ledger import CallLedger
from streamrecall.models.ledger_rows import read_rows
from streamrecall.models.ledgered_model import LedgeredChatModel
from streamrecall.models.openai_server import OpenAIServer
from streamrecall.models.replies.summary import SummaryReply
from streamrecall.models.retry import Backoff
from streamrecall.records import ChatReply, ChatRequest, Memory, MemoryItem, Message, Sampling, Turn, Window
from streamrecall.remember.model_gap_detector import ModelGapDetector
from streamrecall.remember.model_summarizer import ModelSummarizer
from streamrecall.text.prompts import load_prompt

GGUF = os.environ.get("STREAMRECALL_GGUF", "")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        find_spec("xllamacpp") is None or not Path(GGUF).is_file(),
        reason="needs uv sync --group server-tests, and STREAMRECALL_GGUF; see scripts/real_server.py",
    ),
]
WINDOW = Window(
    "d.1",
    "d",
    (
        Turn("d", 5, "t5", "Ann", "The supplier agreed to the second offer."),
        Turn("d", 6, "t6", "Ben", "Good, then I order twelve boards today."),
    ),
    500,
)
MEMORY = Memory("m", (MemoryItem("Cleo: the supplier is Brambeck", ("t1",), 1, 8),), 8, 1024)
StartServer = Callable[[int], tuple[subprocess.Popen[str], str]]


@pytest.fixture
def start(repository: Path) -> Iterator[StartServer]:
    running: list[subprocess.Popen[str]] = []

    def start_server(port: int) -> tuple[subprocess.Popen[str], str]:
        command = [sys.executable, str(repository / "scripts" / "real_server.py"), GGUF, "--port", str(port)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        running.append(process)
        assert process.stdout is not None
        return process, process.stdout.readline().strip()

    yield start_server
    for process in running:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def engine(url: str) -> OpenAIServer:
    http = HttpCalls(Endpoints([url], rest_seconds=0), Backoff(60, 0.5, 2.0), timeout_seconds=120)
    return OpenAIServer("smollm2", http, concurrency=4)


def requests(count: int) -> list[ChatRequest]:
    return [
        ChatRequest((Message("user", f"Say something about the number {n}."),), Sampling(max_tokens=12))
        for n in range(count)
    ]


def test_structured_output_reaches_the_steps_or_is_recorded_as_failed(
    start: StartServer, repository: Path, tmp_path: Path
) -> None:
    _, url = start(0)
    folder = repository / "conf" / "base" / "prompts"
    with CallLedger(tmp_path / "calls.sqlite") as ledger:
        model = LedgeredChatModel(engine(url), ledger)
        (reply,) = model.complete(
            [
                ChatRequest(
                    (Message("user", "Summarise in ten words: Ann bought a boat."),),
                    Sampling(max_tokens=100),
                    json_schema=SummaryReply.json_schema(),
                )
            ]
        )
        assert reply.finish_reason == "length" or SummaryReply.model_validate_json(reply.text).summary
        assert reply.tokens_in > 0
        prompts = [load_prompt(folder, f"summarize/{step}") for step in ("memory_augmented", "memory_free")]
        summarizer = ModelSummarizer(model, *prompts, Sampling(0.7, max_tokens=80), retries=1)
        detector = ModelGapDetector(
            model, load_prompt(folder, "remember/gap_detection"), Sampling(max_tokens=80), retries=0
        )
        for _ in range(2):  # the second round comes from the ledger alone
            summary = summarizer.summarize(WINDOW, MEMORY)
            (detection,) = detector.detect_all([WINDOW])
            assert bool(summary.sentences) != bool(summary.failed)
            assert detection.failed or detection.gaps is not None
            paid = model.paid
        assert model.paid == paid
        states = {row.parse_state for row in read_rows(ledger) if row.prompt_hash}
        assert states <= {"strict", "unwrapped", "repaired", "malformed", "cut off"}


def test_a_server_killed_and_restarted_loses_no_call(start: StartServer, tmp_path: Path) -> None:
    server, url = start(0)
    port = int(url.rpartition(":")[2].removesuffix("/v1"))
    arrived: list[int] = []
    replies: list[ChatReply] = []
    with CallLedger(tmp_path / "calls.sqlite") as ledger:
        model = LedgeredChatModel(engine(url), ledger)
        run = threading.Thread(
            target=lambda: replies.extend(
                model.complete(requests(16), lambda position, _: arrived.append(position))
            )
        )
        run.start()
        while len(arrived) < 3:
            time.sleep(0.02)
        server.kill()
        server.wait()
        start(port)
        run.join()
        assert all(reply.answered for reply in replies)
        assert sorted(arrived) == list(range(16))
        assert {row.answers for row in read_rows(ledger)} == {1}
        assert max(row.attempts for row in read_rows(ledger)) > 1


CLIENT = textwrap.dedent(
    """
    import sys
    from pathlib import Path
    sys.path.insert(0, sys.argv[1])
    from test_real_server import CallLedger, LedgeredChatModel, engine, requests

    with CallLedger(Path(sys.argv[3])) as ledger:
        replies = LedgeredChatModel(engine(sys.argv[2]), ledger).complete(requests(16))
    Path(sys.argv[4]).write_text("\\n".join(reply.text for reply in replies))
    """
)


def test_a_client_killed_at_any_point_goes_on_with_the_same_replies(
    start: StartServer, tmp_path: Path
) -> None:
    _, url = start(0)
    path, out = tmp_path / "calls.sqlite", tmp_path / "out.txt"
    command = [sys.executable, "-c", CLIENT, str(Path(__file__).parent), url, str(path), str(out)]
    with CallLedger(path) as ledger:
        client = subprocess.Popen(command)
        while sum(row.state == "answered" for row in read_rows(ledger)) < 4:
            time.sleep(0.02)
        client.kill()
        client.wait()
        before = {row.key: row.reply for row in read_rows(ledger) if row.state == "answered"}
        assert subprocess.run(command, check=False).returncode == 0
        rows = list(read_rows(ledger))
        first = out.read_bytes()
        assert subprocess.run(command, check=False).returncode == 0
    assert 4 <= len(before) < 16
    assert {row.answers for row in rows} == {1}
    assert {row.key: row.reply for row in rows if row.key in before} == before
    assert out.read_bytes() == first
