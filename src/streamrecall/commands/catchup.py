"""``streamrecall catchup``: what was missed in a chat, with what it leaves unsaid recovered."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from streamrecall.errors import ConfigError
from streamrecall.text.printable import printable, printable_json

if TYPE_CHECKING:
    from streamrecall.catchup.digest import CatchUp, Digest
    from streamrecall.catchup.follow import Follower
    from streamrecall.catchup.last_seen import LastSeen
    from streamrecall.catchup.window_choice import WindowChoice


class CatchUpFormat(StrEnum):
    """How ``catchup`` prints."""

    TERMINAL = "terminal"
    MARKDOWN = "markdown"
    JSON = "json"
    HTML = "html"


class Meaning(StrEnum):
    """How the history is compared with what the window leaves unsaid."""

    MINILM = "minilm"
    SPELLING = "spelling"


def catchup(
    export: Annotated[Path, typer.Argument(help="A chat export: a file, a zip or a folder.")],
    *,
    since: Annotated[
        str | None,
        typer.Option(help="Window: from a time on, such as 2026-03-19, 2026-03-19T14:00 or yesterday."),
    ] = None,
    since_last_run: Annotated[
        bool, typer.Option("--since-last-run", help="Window: what no earlier run has shown.")
    ] = False,
    last: Annotated[int | None, typer.Option(help="Window: the last N messages.", min=1)] = None,
    last_tokens: Annotated[
        int | None, typer.Option(help="Window: the last N tokens. [default: 1024]", min=1)
    ] = None,
    conversation: Annotated[
        list[str] | None, typer.Option(help="Only this conversation; may be given again. [default: all]")
    ] = None,
    format: Annotated[CatchUpFormat, typer.Option(help="What to print.")] = CatchUpFormat.TERMINAL,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write to this file.")] = None,
    points: Annotated[int, typer.Option(help="Most points of a section.", min=1)] = 8,
    compare: Annotated[
        Meaning, typer.Option(help="minilm: by meaning; spelling: faster, by words and their spelling.")
    ] = Meaning.MINILM,
    base_url: Annotated[
        str | None, typer.Option(help="A model writes what happened: its OpenAI-compatible server.")
    ] = None,
    model: Annotated[str | None, typer.Option(help="With --base-url: the model's name there.")] = None,
    api_key_env: Annotated[
        str | None, typer.Option(help="With --base-url: the environment variable that holds the key.")
    ] = None,
    prompts: Annotated[Path, typer.Option(help="With --base-url: the folder of prompts.")] = Path(
        "conf/base/prompts"
    ),
    state: Annotated[
        Path | None, typer.Option(help="Where to keep what was shown. [default: the user's state directory]")
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Follow the file as it grows, until Ctrl-C.")
    ] = False,
    every: Annotated[float, typer.Option(help="With --watch: seconds between looks.", min=0.05)] = 2.0,
) -> None:
    """Tell what happened, what was decided, what is to do and what is still open.

    Every point is a sentence that somebody wrote, with the number of its message. What it leaves unsaid
    ("the other supplier") is looked up in the earlier messages and shown with who said it and when; what
    could not be found is listed. Nothing leaves this machine, unless a server is named with --base-url.

    Every run notes what it has shown, for the next --since-last-run.

    Exit codes: 0 done, also when there is nothing new; 1 an error in the program; 2 wrong usage; 3 the
    export cannot be read; 4 a setting cannot be met (an unknown conversation, two windows); 5 a model does
    not answer.
    """
    from streamrecall.catchup.catch_up import catch_up, conversations_of  # noqa: PLC0415
    from streamrecall.catchup.follow import Follower  # noqa: PLC0415
    from streamrecall.catchup.last_seen import LastSeen, default_state_file  # noqa: PLC0415
    from streamrecall.catchup.tools import endpoint_tools, offline_tools  # noqa: PLC0415
    from streamrecall.catchup.window_choice import choose_window, parse_time  # noqa: PLC0415
    from streamrecall.exports.reader import read_export  # noqa: PLC0415

    if (base_url is None) != (model is None):
        raise ConfigError("--base-url and --model go together")
    if watch and (format is CatchUpFormat.HTML or output is not None):
        raise ConfigError("--watch prints one catch-up after another: use no --output and no HTML with it")
    if output is not None and (output.is_dir() or not output.parent.is_dir()):
        raise ConfigError(f"cannot write {output}: name a file in a folder that exists")
    marks = LastSeen(state or default_state_file())
    with _busy("Reading the export"):
        read = read_export(export)
    chats = conversations_of(read, conversation)
    window = choose_window(
        since=None if since is None else parse_time(since),
        last_messages=last,
        last_tokens=last_tokens,
        seen=marks.counts(chats, export) if since_last_run else None,
    )
    if compare is Meaning.MINILM and not Console(stderr=True).is_terminal:
        typer.echo("loading the encoder (some seconds) ...", err=True)
    if base_url is None:
        tools = offline_tools(compare.value)
    else:
        tools = endpoint_tools(
            base_url, model or "", prompts=prompts, api_key_env=api_key_env, comparison=compare.value
        )
    if watch:
        chosen = since_last_run or any(value is not None for value in (since, last, last_tokens))
        follower = Follower(export, tools, conversations=conversation, points=points)
        _watch(
            follower,
            window=window if chosen else None,
            marks=marks,
            export=export,
            format=format,
            every=every,
        )
        return
    with _busy("Looking up what the messages leave unsaid"):
        result = catch_up(read, window=window, conversations=conversation, points=points, tools=tools)
    _write(result, format, output)
    for turns in chats.values():
        marks.mark(turns, export)
    marks.save()


def _watch(
    follower: Follower,
    *,
    window: WindowChoice | None,
    marks: LastSeen,
    export: Path,
    format: CatchUpFormat,
    every: float,
) -> None:
    try:
        digests = follower.start(window)
        typer.echo(printable(f"Following {export}; stop with Ctrl-C."), err=True)
        while True:
            for digest in digests:
                _write_digest(digest, format)
            for turns in follower.conversations.values():
                marks.mark(turns, export)
            if digests:
                marks.save()
            time.sleep(every)
            digests = follower.poll()
    except KeyboardInterrupt:
        typer.echo("Stopped.", err=True)


def _write_digest(digest: Digest, format: CatchUpFormat) -> None:
    if format is CatchUpFormat.JSON:
        from streamrecall.catchup.json_form import digest_form  # noqa: PLC0415

        _echo(printable_json(json.dumps(digest_form(digest), ensure_ascii=False)))
    elif format is CatchUpFormat.MARKDOWN:
        from streamrecall.catchup.markdown import conversation_lines  # noqa: PLC0415

        _echo("\n".join(conversation_lines(digest)))
    else:
        from streamrecall.catchup.terminal import print_digest  # noqa: PLC0415

        print_digest(digest, Console())


def _write(result: CatchUp, format: CatchUpFormat, output: Path | None) -> None:
    if output is None:
        _print(result, format)
        return
    try:
        _save(result, format, output)
    except OSError as error:
        raise ConfigError(f"cannot write {output}: {error.strerror}") from error
    typer.echo(printable(f"Written to {output}."), err=True)


def _print(result: CatchUp, format: CatchUpFormat) -> None:
    if format is CatchUpFormat.TERMINAL:
        from streamrecall.catchup.terminal import print_catch_up  # noqa: PLC0415

        print_catch_up(result, Console())
    else:
        _echo(_text(result, format))


def _save(result: CatchUp, format: CatchUpFormat, output: Path) -> None:
    with output.open("w", encoding="utf-8", errors="replace") as file:
        if format is CatchUpFormat.TERMINAL:
            from streamrecall.catchup.terminal import print_catch_up  # noqa: PLC0415

            print_catch_up(result, Console(file=file, width=100))
        else:
            file.write(_text(result, format))


def _text(result: CatchUp, format: CatchUpFormat) -> str:
    from streamrecall.catchup import to_html, to_json, to_markdown  # noqa: PLC0415

    forms = {CatchUpFormat.MARKDOWN: to_markdown, CatchUpFormat.JSON: to_json, CatchUpFormat.HTML: to_html}
    return forms[format](result)


def _echo(text: str) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(printable(text).encode("utf-8") + b"\n")
    sys.stdout.buffer.flush()


@contextmanager
def _busy(doing: str) -> Iterator[None]:
    """Show on a terminal that something is being done; write nothing elsewhere."""
    console = Console(stderr=True)
    with console.status(doing) if console.is_terminal else nullcontext():
        yield
