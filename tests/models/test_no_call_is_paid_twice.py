"""Kill -9 at any point and two processes at once: same replies, nothing stored is paid again."""

import random
import subprocess
import sys
import textwrap
import time
from collections import Counter
from pathlib import Path

import pytest
from local_server import StartServer

from streamrecall.models.ledger import CallLedger
from streamrecall.models.ledger_rows import read_rows
from streamrecall.models.ledger_writer import BACKLOG

CALLS = 150
CONCURRENCY = 8
CLIENT = textwrap.dedent(
    """
    import sys
    from pathlib import Path
    from streamrecall.models.endpoints import Endpoints
    from streamrecall.models.http_calls import HttpCalls
    from streamrecall.models.ledger import CallLedger
    from streamrecall.models.ledgered_model import LedgeredChatModel
    from streamrecall.models.openai_server import OpenAIServer
    from streamrecall.models.retry import Backoff
    from streamrecall.records import ChatRequest, Message

    url, path, out, calls, concurrency, claim = sys.argv[1:]
    http = HttpCalls(Endpoints([url], rest_seconds=0), Backoff(20, 0.01, 0.2))
    engine = OpenAIServer("local", http, concurrency=int(concurrency))
    requests = [ChatRequest((Message("user", str(n)),)) for n in range(int(calls))]
    with CallLedger(Path(path)) as ledger:
        model = LedgeredChatModel(engine, ledger, int(claim) or None, poll_seconds=0.05)
        replies = model.complete(requests)
    Path(out).write_text("\\n".join(reply.text for reply in replies))
    """
)


def start_client(url: str, ledger: Path, out: Path, claim: int = 0) -> subprocess.Popen[bytes]:
    arguments = [url, str(ledger), str(out), str(CALLS), str(CONCURRENCY), str(claim)]
    return subprocess.Popen([sys.executable, "-c", CLIENT, *arguments])


def wait_for_answers(path: Path, wanted: int) -> None:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if path.exists():
            with CallLedger(path) as ledger:
                if sum(row.state == "answered" for row in read_rows(ledger)) >= wanted:
                    return
        time.sleep(0.01)
    pytest.fail("the client stored nothing")


def test_a_killed_run_goes_on_with_the_same_replies(start_server: StartServer, tmp_path: Path) -> None:
    server = start_server("--delay", "0.02", "--share", "0.1")
    ledger, out = tmp_path / "calls.sqlite", tmp_path / "replies.txt"
    paid_before_kill: list[int] = []
    for wanted in sorted(random.sample(range(1, CALLS - 20), 2)):
        client = start_client(server.url, ledger, out)
        wait_for_answers(ledger, wanted)
        client.kill()
        client.wait()
        assert not out.exists()
        with CallLedger(ledger) as opened:
            stored = {row.key for row in read_rows(opened) if row.state == "answered"}
        paid_before_kill.append(len(stored))
    assert start_client(server.url, ledger, out).wait() == 0
    paid_first = Counter(server.counts()["answers"])
    assert start_client(server.url, tmp_path / "other.sqlite", tmp_path / "whole.txt").wait() == 0

    assert out.read_bytes() == (tmp_path / "whole.txt").read_bytes()
    with CallLedger(ledger) as opened:
        assert {row.answers for row in read_rows(opened)} == {1}
    # Asked again are only calls in flight at a kill and answers that waited for their commit.
    again = sum(count - 1 for count in paid_first.values())
    assert again <= 2 * (CONCURRENCY + BACKLOG)
    assert sum(paid_before_kill) > 0


def test_two_processes_share_a_batch_and_pay_each_call_once(
    start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server("--delay", "0.02", "--share", "0.1")
    ledger = tmp_path / "calls.sqlite"
    clients = [start_client(server.url, ledger, tmp_path / f"{name}.txt", claim=16) for name in "ab"]
    assert [client.wait() for client in clients] == [0, 0]
    assert (tmp_path / "a.txt").read_bytes() == (tmp_path / "b.txt").read_bytes()
    answers = server.counts()["answers"]
    assert len(answers) == CALLS
    assert set(answers.values()) == {1}
    with CallLedger(ledger) as opened:
        owners = {owner for (owner,) in opened._connection.execute("SELECT DISTINCT owner FROM calls")}
    assert len(owners) == 2


def test_the_calls_of_a_killed_process_are_taken_over_by_a_living_one(
    start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server("--delay", "0.03")
    ledger = tmp_path / "calls.sqlite"
    doomed = start_client(server.url, ledger, tmp_path / "doomed.txt")
    wait_for_answers(ledger, 10)
    other = start_client(server.url, ledger, tmp_path / "other.txt")
    time.sleep(0.1)
    doomed.kill()
    doomed.wait()
    assert other.wait() == 0
    assert len((tmp_path / "other.txt").read_text().splitlines()) == CALLS
    assert sum(count - 1 for count in server.counts()["answers"].values()) <= CONCURRENCY
