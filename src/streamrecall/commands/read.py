"""``streamrecall read``: print a chat export as a list of messages.

Exit codes: 0 read, 2 wrong usage, 3 the input cannot be read (not found, refused, unknown, broken, empty).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from streamrecall.errors import DataError
from streamrecall.exports.reader import Export, read_export
from streamrecall.exports.writing import entries
from streamrecall.text.printable import printable, printable_json

EXIT_UNREADABLE = 3
"""The input cannot be read."""


class ReadFormat(StrEnum):
    """How ``read`` prints messages."""

    JSON = "json"
    JSONL = "jsonl"
    TEXT = "text"


def read(
    path: Annotated[Path, typer.Argument(help="A chat export: a file, a zip or a folder.")],
    format: Annotated[ReadFormat, typer.Option(help="json: one list; jsonl: one record a line; text.")] = (
        ReadFormat.JSON
    ),
) -> None:
    """Print the messages of a chat export; counts and decisions go to standard error.

    The format is recognised by content: WhatsApp, Slack, Telegram, Discord, Teams, Zoom, Google Chat and
    Meet, WebVTT and SRT, Whisper, Otter, ChatGPT, ShareGPT, Messenger, AMI, CSV, JSON Lines, plain
    transcripts. Exit codes: 0 read, 2 wrong usage, 3 the input cannot be read.
    """
    try:
        export = read_export(path)
    except DataError as error:
        typer.echo(printable(f"error: {error}"), err=True)
        raise typer.Exit(EXIT_UNREADABLE) from error
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    for piece in _written(export, format):
        typer.echo(piece)
    for line in report(export):
        typer.echo(printable(line), err=True)


def report(export: Export) -> Iterator[str]:
    """Yield what was recognised, counted and decided, one line each."""
    counts = export.counts
    skipped = sum(counts.skipped.values())
    yield f"{export.format}: {counts.read} read, {skipped} skipped, {counts.without_time} without time"
    if len(export.conversations) > 1:
        yield f"conversations: {len(export.conversations)}"
    for reason, count in counts.skipped.items():
        yield f"skipped: {count} {reason}"
    yield from export.notes
    for warning in export.warnings:
        yield f"warning: {warning}"


def _written(export: Export, format: ReadFormat) -> Iterator[str]:
    if format is ReadFormat.JSON:
        yield printable_json(json.dumps(entries(export), ensure_ascii=False, indent=1))
    elif format is ReadFormat.JSONL:
        yield from (printable_json(json.dumps(entry, ensure_ascii=False)) for entry in entries(export))
    else:
        for turn, message in zip(export.turns, export.messages, strict=True):
            yield printable(f"[{message.time or '-'}] {replace(turn, text=message.shown).render()}")
