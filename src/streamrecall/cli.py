"""The ``streamrecall`` command; a sub-command is imported when it is called, so that help comes at once."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Annotated, Any

import click
import typer
from typer.core import TyperCommand, TyperGroup

from streamrecall import __version__
from streamrecall.commands.exit_codes import exit_code
from streamrecall.errors import StreamrecallError
from streamrecall.text.printable import printable

COMMANDS = {
    "catchup": ("streamrecall.commands.catchup:catchup", "Tell what was missed in a chat."),
    "read": ("streamrecall.commands.read:read", "Print the messages of a chat export."),
    "ledger": ("streamrecall.commands.ledger:app", "List and export the record of model calls."),
}
"""Name -> where the command is (a function or a Typer application), and its line in the help."""


class LazyGroup(TyperGroup):
    """Lists its commands without importing them."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for name, (_, line) in COMMANDS.items():
            self.add_command(TyperCommand(name, help=line), name)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Return the command that is called, imported now."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, typer.main.get_command(load_command(name)) if name in COMMANDS else command, rest


def load_command(name: str) -> typer.Typer:
    """Import a command and return it as an application of its own."""
    module, attribute = COMMANDS[name][0].split(":")
    found = getattr(import_module(module), attribute)
    if isinstance(found, typer.Typer):
        return found
    single = typer.Typer(add_completion=False, rich_markup_mode="markdown")
    single.command(name)(found)
    return single


cli = click.Group("streamrecall")
"""Kedro asks a project's ``cli.py`` for commands of its own under this name; there are none to add."""

app = typer.Typer(cls=LazyGroup, no_args_is_help=True, add_completion=False, rich_markup_mode="markdown")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"streamrecall {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Remember an endless conversation under a fixed budget.

    Exit codes: 0 done, 1 an error in the program, 2 wrong usage, 3 input that cannot be read, 4 a setting
    that cannot be met, 5 a model that does not answer.
    """


def main() -> None:
    """Run the command line; an error that a person can act on is one line and an exit code."""
    # Idle threads of the embedder would otherwise spin on cores that others need.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        app()
    except StreamrecallError as error:
        typer.echo(printable(f"error: {error}"), err=True)
        sys.exit(exit_code(error))


if __name__ == "__main__":
    main()
