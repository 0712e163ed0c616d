"""Listing, exporting and adding up the ledger."""

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from streamrecall.commands.ledger import app
from streamrecall.models.chat_model import cut_off, rejected
from streamrecall.models.estimate import estimate_calls
from streamrecall.models.ledger import CallLedger
from streamrecall.models.ledger_rows import RowFilter, export_rows, model_costs, read_rows
from streamrecall.models.ledgered_model import LedgeredChatModel
from streamrecall.models.scripted import ScriptedModel
from streamrecall.records import ChatReply, ChatRequest, Message, Sampling
from streamrecall.text.printable import printable


def ask(text: str, prompt_hash: str = "") -> ChatRequest:
    return ChatRequest((Message("user", text),), Sampling(max_tokens=50), prompt_hash=prompt_hash)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[CallLedger]:
    with CallLedger(tmp_path / "calls.sqlite") as opened:
        replies = [
            ChatReply("[bold]hi[/bold]\x1b[31m", tokens_in=10, tokens_out=4, seconds=1.0),
            cut_off("ye", tokens_in=20, tokens_out=50),
            rejected("too long"),
        ]
        model = LedgeredChatModel(ScriptedModel(replies, name="small", revision="r"), opened)
        model.complete([ask("a", "p1"), ask("b", "p2"), ask("c", "p1")])
        model.note_parse([ask("a"), ask("b")], ["malformed", "cut off"])
        other = [ChatReply("x", tokens_in=1, tokens_out=1, seconds=3)]
        LedgeredChatModel(ScriptedModel(other, name="large"), opened).complete([ask("a")])
        yield opened


@pytest.mark.parametrize(
    ("row_filter", "requests"),
    [
        (RowFilter(), "abca"),
        (RowFilter(model="large"), "a"),
        (RowFilter(state="failed"), "c"),
        (RowFilter(finish_reason="length"), "b"),
        (RowFilter(parse_state="malformed"), "a"),
        (RowFilter(model="small", prompt_hash="p1"), "ac"),
        (RowFilter(kind="embed"), ""),
    ],
)
def test_rows_are_filtered(ledger: CallLedger, row_filter: RowFilter, requests: str) -> None:
    rows = list(read_rows(ledger, row_filter))
    asked = [json.loads(row.request)["messages"][0]["content"] for row in rows]
    assert sorted(asked) == sorted(requests)


def test_costs_by_model_are_those_of_table_10(ledger: CallLedger) -> None:
    large, small = model_costs(ledger)
    assert (large.model, large.calls, large.seconds_per_call) == ("large", 1, 3.0)
    assert (small.calls, small.failed, small.cut_off, small.unreadable) == (2, 1, 1, 1)
    assert (small.tokens_in, small.tokens_out, small.seconds, small.seconds_per_call) == (30, 54, 1.0, 0.5)


def test_exports_hold_every_row(ledger: CallLedger, tmp_path: Path) -> None:
    assert export_rows(ledger, tmp_path / "calls.jsonl") == 4
    lines = [json.loads(line) for line in (tmp_path / "calls.jsonl").read_text().splitlines()]
    assert export_rows(ledger, tmp_path / "calls.csv", RowFilter(model="small")) == 3
    with (tmp_path / "calls.csv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    assert {row["reply"] for row in lines} == {"[bold]hi[/bold]\x1b[31m", "ye", "", "x"}
    assert [row["key"] for row in table] == [row["key"] for row in lines if row["model"] == "small"]


def test_an_estimate_counts_what_is_stored_and_expects_what_earlier_calls_cost(ledger: CallLedger) -> None:
    estimate = estimate_calls(
        ledger, "small", "r", [ask("a"), ask("new"), ask("newer")], concurrency=2, count_tokens=len
    )
    assert (estimate.calls, estimate.stored, estimate.tokens_in) == (3, 1, len("new") + len("newer"))
    assert (estimate.tokens_out, estimate.seconds) == (54, 0.5)
    unknown = estimate_calls(ledger, "other", "", [ask("a")])
    assert (unknown.tokens_out, unknown.seconds) == (50, None)
    assert "3 calls, 1 of them stored; to pay: 2 calls, 8 tokens in, 54 tokens out, about 0 s" in str(
        estimate
    )


def test_the_commands_list_export_and_add_up(ledger: CallLedger, tmp_path: Path) -> None:
    path = str(ledger.path)
    shown = CliRunner().invoke(app, ["list", path, "--model", "small"], env={"COLUMNS": "200"})
    assert shown.exit_code == 0
    assert "[bold]hi[/bold]" in shown.output
    assert "\x1b[31m" not in shown.output
    assert "too long" in shown.output
    exported = CliRunner().invoke(
        app, ["export", path, "--state", "failed", "--out", str(tmp_path / "f.jsonl")]
    )
    assert exported.exit_code == 0
    assert len((tmp_path / "f.jsonl").read_text().splitlines()) == 1
    costs = CliRunner().invoke(app, ["costs", path, "--json"])
    assert [json.loads(line)["model"] for line in costs.output.splitlines()] == ["large", "small"]


HOSTILE = [
    "[/bold] closes what was never opened",
    "[red]red[/red] [link=https://example.org]here[/link]",
    "\\[bold] a backslash before markup",
    "\x1b[31mred \x9b32mgreen",
    "\u202ereversed\u2066",
    "bell\x07 and [/]",
]


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("command", ["list", "costs"])
def test_replies_and_names_are_shown_as_text(tmp_path: Path, command: str, text: str) -> None:
    with CallLedger(tmp_path / "calls.sqlite") as opened:
        scripted = ScriptedModel([ChatReply(text), rejected(text)], name=text, revision="r")
        LedgeredChatModel(scripted, opened).complete([ask("a"), ask("b")])
    shown = CliRunner().invoke(app, [command, str(tmp_path / "calls.sqlite")], env={"COLUMNS": "400"})
    assert shown.exit_code == 0, shown.exception
    assert shown.output.count(printable(text)) == {"list": 4, "costs": 1}[command]
    assert re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", shown.output) is None


def test_a_missing_ledger_is_an_error_and_is_not_created(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["list", str(tmp_path / "none.sqlite")])
    assert "no such ledger" in str(result.exception)
    assert not (tmp_path / "none.sqlite").exists()
