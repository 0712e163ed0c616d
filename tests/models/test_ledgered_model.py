"""A chat model behind the ledger."""

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from streamrecall.errors import ModelError
from streamrecall.models.chat_model import cut_off, rejected, unreachable
from streamrecall.models.ledger import CallLedger
from streamrecall.models.ledger_rows import read_rows
from streamrecall.models.ledgered_model import LedgeredChatModel
from streamrecall.models.scripted import ScriptedModel
from streamrecall.records import ChatReply, ChatRequest, Message


def ask(text: str) -> ChatRequest:
    return ChatRequest((Message("user", text),))


def echo(request: ChatRequest) -> str:
    return request.messages[-1].content.upper()


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[CallLedger]:
    with CallLedger(tmp_path / "calls.sqlite") as opened:
        yield opened


def test_a_rerun_pays_only_for_what_is_missing(ledger: CallLedger) -> None:
    engine = ScriptedModel(echo)
    model = LedgeredChatModel(engine, ledger)
    first = model.complete([ask("a"), ask("b")])
    second = model.complete([ask("c"), ask("a"), ask("b")])
    assert [reply.text for reply in first] == ["A", "B"]
    assert [(reply.text, reply.cached) for reply in second] == [("C", False), ("A", True), ("B", True)]
    assert [request.messages[0].content for request in engine.requests] == ["a", "b", "c"]
    assert (model.paid, model.reused) == (3, 2)


def test_equal_requests_of_one_batch_are_one_call(ledger: CallLedger) -> None:
    engine = ScriptedModel(echo)
    reported: list[tuple[int, bool]] = []
    replies = LedgeredChatModel(engine, ledger).complete(
        [ask("a"), ask("b"), ask("a")], lambda position, reply: reported.append((position, reply.cached))
    )
    assert [reply.cached for reply in replies] == [False, False, True]
    assert sorted(reported) == [(0, False), (1, False), (2, True)]
    assert len(engine.requests) == 2


def test_replies_before_an_engine_failure_are_kept(ledger: CallLedger) -> None:
    model = LedgeredChatModel(ScriptedModel(["A", "B"]), ledger)
    with pytest.raises(ModelError, match="no reply left"):
        model.complete([ask("a"), ask("b"), ask("c"), ask("d")])
    engine = ScriptedModel(echo)
    replies = LedgeredChatModel(engine, ledger).complete([ask("a"), ask("b"), ask("c"), ask("d")])
    assert [reply.text for reply in replies] == ["A", "B", "C", "D"]
    assert len(engine.requests) == 2


def test_unreachable_calls_stop_the_run_after_the_others_are_stored(ledger: CallLedger) -> None:
    model = LedgeredChatModel(ScriptedModel(["A", unreachable("refused"), "C"]), ledger)
    with pytest.raises(ModelError, match=r"1 of 3 calls got no answer.*other 2 replies are stored"):
        model.complete([ask("a"), ask("b"), ask("c")])
    again = LedgeredChatModel(ScriptedModel(["B"]), ledger).complete([ask("a"), ask("b"), ask("c")])
    assert [reply.text for reply in again] == ["A", "B", "C"]


def test_rejected_and_cut_off_calls_are_handed_on(ledger: CallLedger) -> None:
    model = LedgeredChatModel(ScriptedModel([rejected("context is 2,048 tokens"), cut_off("so f")]), ledger)
    replies = model.complete([ask("a"), ask("b")])
    assert [reply.finish_reason for reply in replies] == ["rejected", "length"]
    states = {row.state: row for row in read_rows(ledger)}
    assert states["failed"].error == "context is 2,048 tokens"
    assert states["answered"].finish_reason == "length"


def test_the_estimate_is_logged_before_a_batch_is_paid(
    ledger: CallLedger, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    model = LedgeredChatModel(ScriptedModel(echo), ledger)
    model.complete([ask("a"), ask("b")])
    assert "2 calls, 0 of them stored; to pay: 2 calls" in caplog.text
    assert "unknown (first calls of this model)" in caplog.text
    caplog.clear()
    model.complete([ask("a"), ask("b")])
    assert caplog.text == ""


class Slow(ScriptedModel):
    """Answers only when told to."""

    def __init__(self) -> None:
        super().__init__(echo)
        self.entered = threading.Event()
        self.go = threading.Event()

    def complete(
        self,
        requests: Sequence[ChatRequest],
        on_reply: Callable[[int, ChatReply], None] | None = None,
    ) -> list[ChatReply]:
        self.entered.set()
        assert self.go.wait(10)
        return super().complete(requests, on_reply)


def test_a_call_that_another_run_is_making_is_waited_for(ledger: CallLedger) -> None:
    slow = Slow()
    first: list[ChatReply] = []
    with CallLedger(ledger.path) as own:
        run = threading.Thread(target=lambda: first.extend(LedgeredChatModel(slow, own).complete([ask("a")])))
        run.start()
        assert slow.entered.wait(10)
        threading.Timer(0.2, slow.go.set).start()
        second = LedgeredChatModel(ScriptedModel([]), ledger, poll_seconds=0.05).complete([ask("a")])
        run.join()
    assert [reply.text for reply in first] == [reply.text for reply in second] == ["A"]
    assert (first[0].cached, second[0].cached) == (False, True)


def test_how_a_reply_was_read_is_kept_beside_it(ledger: CallLedger) -> None:
    model = LedgeredChatModel(ScriptedModel(echo), ledger)
    model.complete([ask("a"), ask("b")])
    model.note_parse([ask("a"), ask("b")], ["strict", "malformed"])
    assert [row.parse_state for row in read_rows(ledger)] == ["strict", "malformed"]
