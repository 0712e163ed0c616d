"""Asking: retries that show the error, recorded failures, a budget of them."""

from pathlib import Path

import pytest
from pydantic import Field

from streamrecall.models.chat_model import cut_off, rejected
from streamrecall.models.ledger import CallLedger
from streamrecall.models.ledger_rows import read_rows
from streamrecall.models.ledgered_model import LedgeredChatModel
from streamrecall.models.replies.ask import Ask, ask_all
from streamrecall.models.replies.failure import FailureBudget, ReplyError, TooManyFailures
from streamrecall.models.replies.reply import Reply
from streamrecall.models.scripted import ScriptedModel
from streamrecall.records import ChatReply, ChatRequest, Message, Sampling


class Told(Reply):
    summary: str = Field(min_length=1)


def ask(text: str) -> Ask[Told]:
    return Ask(ChatRequest((Message("user", text),), Sampling(max_tokens=9)), Told)


GOOD = '{"summary": "all is well"}'


def test_only_what_failed_is_asked_again_with_its_reply_and_the_error() -> None:
    model = ScriptedModel([GOOD, "no JSON here", '{"summary": "second try"}'])
    first, second = ask_all(model, [ask("a"), ask("b")])
    assert first.value == Told(summary="all is well")
    assert second.value == Told(summary="second try")
    assert (first.calls, second.calls) == (1, 2)
    retry = model.requests[2].messages
    assert [message.role for message in retry] == ["user", "assistant", "user"]
    assert retry[1].content == "no JSON here"
    assert "contains no JSON object" in retry[2].content


@pytest.mark.parametrize(
    ("replies", "failure", "calls"),
    [
        (["bad", "", "{}"], "summary: Field required", 3),
        ([cut_off(GOOD)] * 3, "cut off at its limit of 9 tokens", 3),
        ([rejected("context is 2,048 tokens")], "rejected: context is 2,048 tokens", 1),
        ([GOOD[:-4]] * 3, "not closed", 3),
    ],
)
def test_a_reply_that_stays_unusable_is_a_failure_and_never_a_value(
    replies: list[ChatReply | str], failure: str, calls: int
) -> None:
    (outcome,) = ask_all(ScriptedModel(replies), [ask("a")])
    assert outcome.value is None
    assert failure in outcome.failure
    assert outcome.calls == calls
    with pytest.raises(ReplyError, match=r"window 7: no usable reply after"):
        outcome.require("window 7")


def test_a_check_of_the_meaning_is_shown_and_retried_like_any_error() -> None:
    def mentions_mara(reply: Told) -> None:
        if "Mara" not in reply.summary:
            raise ValueError("the summary does not mention Mara")

    model = ScriptedModel([GOOD, '{"summary": "Mara is well"}'])
    (outcome,) = ask_all(model, [Ask(ask("a").request, Told, mentions_mara)])
    assert outcome.value == Told(summary="Mara is well")
    assert "does not mention Mara" in model.requests[1].messages[-1].content


def test_the_reply_type_sets_the_schema_that_engines_decode_by() -> None:
    model = ScriptedModel([GOOD])
    ask_all(model, [ask("a")])
    assert model.requests[0].json_schema == Told.json_schema()


def test_costs_add_up_over_the_retries() -> None:
    replies = [ChatReply("x", tokens_in=5, tokens_out=1, seconds=1.0), ChatReply(GOOD, "stop", 9, 4, 2.0)]
    (outcome,) = ask_all(ScriptedModel(replies), [ask("a")])
    assert (outcome.tokens_in, outcome.tokens_out, outcome.seconds) == (14, 5, 3.0)


def test_the_ledger_keeps_how_each_reply_was_read(tmp_path: Path) -> None:
    with CallLedger(tmp_path / "calls.sqlite") as ledger:
        script = [GOOD, f"```\n{GOOD}\n```", "{'summary': 'x'}", "bad", cut_off("{"), GOOD, GOOD]
        ask_all(LedgeredChatModel(ScriptedModel(script), ledger), [ask(letter) for letter in "abcde"])
        states = [row.parse_state for row in read_rows(ledger)]
    assert sorted(states) == sorted(
        ["strict", "unwrapped", "repaired", "malformed", "cut off", "strict", "strict"]
    )


def test_a_share_of_failures_above_the_budget_stops_the_run() -> None:
    budget = FailureBudget(share=0.25, grace=1)
    script = ["bad", GOOD, GOOD, GOOD]
    ask_all(ScriptedModel(script), [ask(letter) for letter in "abcd"], retries=0, budget=budget)
    with pytest.raises(TooManyFailures, match=r"3 of 6 replies .* 25% .*no JSON object"):
        ask_all(ScriptedModel(["bad", "bad"]), [ask("e"), ask("f")], retries=0, budget=budget)


def test_a_few_failures_never_stop_a_small_run() -> None:
    budget = FailureBudget(share=0.0, grace=2)
    ask_all(ScriptedModel(["bad", "bad"]), [ask("a"), ask("b")], retries=0, budget=budget)
    assert (budget.calls, budget.failures) == (2, 2)
    with pytest.raises(ValueError, match=r"\[0, 1\]"):
        FailureBudget(share=1.5)
