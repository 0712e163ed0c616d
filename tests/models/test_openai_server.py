"""The OpenAI-compatible client against a server that misbehaves on purpose."""

import asyncio
import json
import logging
import threading
import time

import pytest
from local_server import StartServer

from streamrecall.errors import ConfigError, ModelError
from streamrecall.models.endpoints import Endpoints
from streamrecall.models.http_calls import HttpCalls
from streamrecall.models.openai_server import OpenAIServer
from streamrecall.models.retry import Backoff
from streamrecall.records import ChatReply, ChatRequest, Message, Sampling

SCHEMA = json.dumps(
    {"type": "object", "properties": {"summary": {"type": "string"}}, "required": ["summary"]}
)
FAST = Backoff(attempts=12, first_seconds=0.01, longest_seconds=0.1)


def ask(text: str, schema: str | None = None) -> ChatRequest:
    return ChatRequest((Message("user", text),), Sampling(max_tokens=20), schema)


def engine(
    *urls: str, backoff: Backoff = FAST, key_env: str | None = None, concurrency: int = 8
) -> OpenAIServer:
    return OpenAIServer(
        "local", HttpCalls(Endpoints(urls, rest_seconds=0.05), backoff, key_env, 5.0), concurrency=concurrency
    )


def test_replies_come_back_in_the_order_of_the_requests(start_server: StartServer) -> None:
    server = start_server()
    requests = [ask(str(number)) for number in range(50)]
    arrived: list[int] = []
    replies = engine(server.url).complete(requests, lambda position, _: arrived.append(position))
    alone = [engine(server.url).complete([request])[0].text for request in requests]
    assert [reply.text for reply in replies] == alone
    assert sorted(arrived) == list(range(50))
    assert all(reply.tokens_in and reply.tokens_out and reply.seconds > 0 for reply in replies)


def test_concurrency_is_bounded_and_used(start_server: StartServer) -> None:
    server = start_server("--delay", "0.05")
    started = time.monotonic()
    engine(server.url, concurrency=10).complete([ask(str(number)) for number in range(40)])
    assert 0.2 <= time.monotonic() - started < 40 * 0.05
    assert server.counts()["most_connections"] <= 10 + 1  # and the connection that reads the counts


@pytest.mark.parametrize("fault", ["429", "500", "503", "drop", "cut", "garbage"])
def test_each_fault_is_retried_until_it_passes(start_server: StartServer, fault: str) -> None:
    server = start_server("--share", "0.5", "--faults", fault)
    replies = engine(server.url).complete([ask(str(number)) for number in range(20)])
    assert {reply.finish_reason for reply in replies} == {"stop"}
    assert max(reply.attempts for reply in replies) > 1
    counts = server.counts()
    assert counts["faulted"][fault] == sum(reply.attempts - 1 for reply in replies)
    assert set(counts["answers"].values()) == {1}


def test_a_server_that_is_killed_and_restarted_loses_nothing(start_server: StartServer) -> None:
    server = start_server("--delay", "0.02")
    replies: list[ChatReply] = []
    patient = engine(server.url, backoff=Backoff(20, 0.1, 0.5), concurrency=4)
    run = threading.Thread(
        target=lambda: replies.extend(patient.complete([ask(str(number)) for number in range(100)]))
    )
    run.start()
    time.sleep(0.15)
    server.kill()
    time.sleep(0.3)
    start_server("--port", str(server.port))
    run.join()
    assert len({reply.text for reply in replies}) == 100
    assert max(reply.attempts for reply in replies) > 1


def test_a_dead_server_is_given_up_once_and_not_per_call(start_server: StartServer) -> None:
    server = start_server()
    server.kill()
    started = time.monotonic()
    replies = engine(server.url, backoff=Backoff(4, 0.05, 0.1)).complete([ask(str(n)) for n in range(500)])
    assert {reply.finish_reason for reply in replies} == {"unreachable"}
    assert "ConnectError" in replies[0].error
    assert time.monotonic() - started < 5


def test_a_second_server_takes_over(start_server: StartServer) -> None:
    dead, living = start_server(), start_server()
    dead.kill()
    replies = engine(dead.url, living.url).complete([ask(str(number)) for number in range(20)])
    assert {reply.finish_reason for reply in replies} == {"stop"}


def test_calls_go_round_the_servers(start_server: StartServer) -> None:
    servers = [start_server(), start_server()]
    engine(*(server.url for server in servers)).complete([ask(str(number)) for number in range(20)])
    assert [len(server.counts()["answers"]) for server in servers] == [10, 10]


def test_a_schema_is_sent_and_obeyed(start_server: StartServer) -> None:
    reply = engine(start_server().url).complete([ask("a", SCHEMA)])[0]
    assert list(json.loads(reply.text)) == ["summary"]


def test_a_server_without_schemas_is_asked_without_and_the_log_says_so(
    start_server: StartServer, caplog: pytest.LogCaptureFixture
) -> None:
    model = engine(start_server("--refuse-schema").url)
    replies = model.complete([ask(str(number), SCHEMA) for number in range(10)])
    assert {reply.finish_reason for reply in replies} == {"stop"}
    assert model.structured_output == "none"
    levels = [record for record in caplog.records if "refuses response_format" in record.message]
    assert [record.levelno for record in levels] == [logging.WARNING] * 2


def test_the_key_comes_from_the_environment_and_is_never_shown(
    start_server: StartServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server = start_server("--key", "right-key")
    monkeypatch.setenv("SERVER_KEY", "right-key")
    assert engine(server.url, key_env="SERVER_KEY").complete([ask("a")])[0].answered
    monkeypatch.setenv("SERVER_KEY", "wrong-key")
    with pytest.raises(ModelError, match=r"401.*refuses the key in \$SERVER_KEY") as caught:
        engine(server.url, key_env="SERVER_KEY").complete([ask("a"), ask("b")])
    assert "wrong-key" not in str(caught.value)  # though the server echoes it
    assert "-key" not in caplog.text
    monkeypatch.delenv("SERVER_KEY")
    with pytest.raises(ConfigError, match="SERVER_KEY is not set"):
        engine(server.url, key_env="SERVER_KEY")


def test_a_wrong_address_is_an_error_with_a_remedy(start_server: StartServer) -> None:
    with pytest.raises(ModelError, match=r"404.*ends in /v1"):
        engine(start_server().url.removesuffix("/v1")).complete([ask("a")])


@pytest.mark.parametrize(
    ("urls", "message"),
    [
        ((), "base_urls is empty"),
        (("localhost:8000",), "is no HTTP address"),
        (("http://me:secret@host/v1",), "carries credentials"),
    ],
)
def test_addresses_are_checked_when_they_are_read(urls: tuple[str, ...], message: str) -> None:
    with pytest.raises(ConfigError, match=message) as caught:
        Endpoints(urls)
    assert "secret" not in str(caught.value)


def test_it_also_runs_inside_an_event_loop(start_server: StartServer) -> None:
    server = start_server()

    async def notebook() -> list[ChatReply]:
        return engine(server.url).complete([ask("a")])

    assert asyncio.run(notebook())[0].answered
