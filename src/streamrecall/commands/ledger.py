"""``streamrecall ledger``: list, filter and export the model calls, and what they cost."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from streamrecall.errors import ConfigError
from streamrecall.models.ledger import CallLedger
from streamrecall.models.ledger_rows import RowFilter, export_rows, model_costs, read_rows
from streamrecall.records import one_line
from streamrecall.text.printable import printable, printable_json

app = typer.Typer(help="The record of every model call.", no_args_is_help=True)

LedgerPath = Annotated[Path, typer.Argument(help="The ledger file.")]
Model = Annotated[str | None, typer.Option(help="Only calls of this model.")]
Kind = Annotated[str | None, typer.Option(help="Only this kind: chat, embed or rerank.")]
State = Annotated[str | None, typer.Option(help="Only this state: answered, failed or claimed.")]
Parse = Annotated[
    str | None, typer.Option(help="Only replies read as: strict, repaired, malformed, cut off.")
]
Prompt = Annotated[str | None, typer.Option(help="Only prompts whose hash starts with this.")]


@app.command("list")
def list_calls(
    ledger: LedgerPath,
    *,
    model: Model = None,
    kind: Kind = None,
    state: State = None,
    parse: Parse = None,
    prompt: Prompt = None,
    limit: Annotated[int, typer.Option(help="Most rows to show.")] = 50,
) -> None:
    """Show the calls, oldest first."""
    table = Table("created", "model", "state", "parse", "tokens", "seconds", "reply or error", box=None)
    with _open(ledger) as opened:
        for row in read_rows(opened, RowFilter(model, kind, state, None, parse, prompt), limit):
            said = " ".join((row.error or row.reply).split())[:60]
            state_shown = (
                row.state if row.finish_reason in {"", "stop"} else f"{row.state} ({row.finish_reason})"
            )
            cells = (
                row.created,
                row.model,
                state_shown,
                row.parse_state,
                f"{row.tokens_in}+{row.tokens_out}",
                f"{row.seconds:.2f}",
                said,
            )
            table.add_row(*map(_cell, cells))
    Console().print(table)


@app.command("export")
def export_calls(
    ledger: LedgerPath,
    *,
    out: Annotated[
        Path | None, typer.Option(help="A .jsonl or .csv file; standard output if left out.")
    ] = None,
    model: Model = None,
    kind: Kind = None,
    state: State = None,
    parse: Parse = None,
    prompt: Prompt = None,
) -> None:
    """Write the calls as JSON Lines or CSV, requests and raw replies included."""
    with _open(ledger) as opened:
        count = export_rows(opened, out or sys.stdout, RowFilter(model, kind, state, None, parse, prompt))
    typer.echo(f"{count} calls written", err=True)


@app.command("costs")
def show_costs(
    ledger: LedgerPath,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Show calls, tokens and seconds per call by model."""
    with _open(ledger) as opened:
        costs = model_costs(opened)
    if as_json:
        for cost in costs:
            typer.echo(printable_json(json.dumps(asdict(cost))))
        return
    table = Table(
        "kind", "model", "calls", "failed", "cut off", "unreadable", "tokens in", "tokens out", box=None
    )
    table.add_column("s / call")
    for cost in costs:
        counts = (cost.calls, cost.failed, cost.cut_off, cost.unreadable, cost.tokens_in, cost.tokens_out)
        cells = (cost.kind, cost.model, *map(str, counts), f"{cost.seconds_per_call:.3f}")
        table.add_row(*map(_cell, cells))
    Console().print(table)


def _open(path: Path) -> CallLedger:
    if not path.is_file():
        raise ConfigError(f"{path}: no such ledger. Name the file that your runs write their calls to.")
    return CallLedger(path)


def _cell(text: str) -> Text:
    """Return text as it is shown: never as markup, never as a control sequence; replies are not trusted."""
    return Text(printable(one_line(text)).replace("\t", " "))
