"""A catch-up on a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from streamrecall.catchup.digest import CatchUp, Digest, Point
from streamrecall.catchup.wording import context_source, coverage_lines, number, said_by, window_line
from streamrecall.records import one_line
from streamrecall.text.printable import printable


def print_catch_up(catch_up: CatchUp, console: Console) -> None:
    """Print the catch-up; text of messages is never read as markup or as a control sequence."""
    for digest in catch_up.conversations:
        print_digest(digest, console)
    if not catch_up.conversations:
        console.print(Text("Nothing new."))
    elif catch_up.without_news:
        console.print(Text(f"Nothing new in: {', '.join(map(clean, catch_up.without_news))}."))
    for warning in catch_up.warnings:
        console.print(Text(f"Warning: {clean(warning)}", style="yellow"))
    for note in catch_up.notes:
        console.print(Text(clean(note), style="dim"))
    tools = "; ".join(f"{role}: {name}" for role, name in catch_up.tools.items())
    console.print(Text(clean(tools), style="dim"))


def print_digest(digest: Digest, console: Console) -> None:
    """Print one conversation."""
    heading = Text(clean(digest.conversation), style="bold")
    heading.append(f"  {window_line(digest)}", style="not bold dim")
    console.print(heading)
    for title, points in digest.sections:
        if points:
            console.print()
            console.print(Text(title, style="bold cyan"))
            for point in points:
                _print_point(point, console)
    if digest.unresolved:
        console.print()
        console.print(Text("Could not be resolved", style="bold cyan"))
        for entry in digest.unresolved:
            line = Text(f"“{clean(entry.phrase)}”")
            line.append(
                f"  {clean(said_by(entry.turn))} [{number(entry.turn)}]: {clean(entry.reason)}", style="dim"
            )
            _indented(line, 2, console)
    console.print()
    for text in coverage_lines(digest.coverage):
        console.print(Text(clean(text), style="dim"))
    console.print()


def clean(text: str) -> str:
    """Return text on one line without control characters, which a terminal would obey."""
    return printable(one_line(text)).replace("\t", " ").replace("\n", " ")


def _print_point(point: Point, console: Console) -> None:
    line = Text()
    if not point.written_by:
        line.append(clean(said_by(point.turns[0])), style="bold")
        line.append(": ")
    line.append(clean(point.text))
    line.append(f"  [{', '.join(map(number, point.turns))}]", style="dim")
    _indented(line, 2, console)
    for context in point.context:
        text = Text("↳ ", style="green")
        if context.phrase:
            text.append(f"“{clean(context.phrase)}” = ", style="italic")
        text.append(f"“{clean(context.text)}”", style="default")
        text.append(f" {clean(context_source(context))} [{number(context.turn)}]", style="dim")
        _indented(text, 6, console)


def _indented(text: Text, blanks: int, console: Console) -> None:
    console.print(Padding(text, (0, 0, 0, blanks)))
