"""A catch-up as Markdown."""

from __future__ import annotations

import re

from streamrecall.catchup.digest import CatchUp, Digest, Point
from streamrecall.catchup.wording import (
    context_source,
    coverage_lines,
    number,
    said_by,
    window_line,
)
from streamrecall.records import one_line
from streamrecall.text.printable import printable

_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~!&$])")
_LINE_START = re.compile(r"^(\d+)([.)])|^([-+=])", re.MULTILINE)


def to_markdown(catch_up: CatchUp) -> str:
    """Return the catch-up as Markdown; no message can become markup, a link or HTML."""
    lines = [f"# Catch-up: {plain(catch_up.source)}", "", f"{plain(_sentence(catch_up.choice))}", ""]
    for digest in catch_up.conversations:
        lines += conversation_lines(digest)
    if not catch_up.conversations:
        lines += ["Nothing new.", ""]
    if catch_up.without_news and catch_up.conversations:
        lines += [f"Nothing new in: {', '.join(map(plain, catch_up.without_news))}.", ""]
    lines += ["---", ""]
    lines += [f"- {plain(note)}" for note in catch_up.notes]
    lines += [f"- Warning: {plain(warning)}" for warning in catch_up.warnings]
    lines += [f"- {plain(role)}: {plain(name)}" for role, name in catch_up.tools.items()]
    return "\n".join(lines).rstrip() + "\n"


def plain(text: str) -> str:
    """Return text on one line, without control characters, every sign that Markdown could read escaped."""
    escaped = _MARKUP.sub(r"\\\1", printable(one_line(text)))
    return _LINE_START.sub(lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", escaped)


def conversation_lines(digest: Digest) -> list[str]:
    """Return the lines of one conversation."""
    lines = [f"## {plain(digest.conversation)}", "", window_line(digest), ""]
    for heading, points in digest.sections:
        if points:
            lines += [f"### {heading}", "", *(line for point in points for line in _point(point)), ""]
    if digest.unresolved:
        lines += ["### Could not be resolved", ""]
        lines += [
            f"- “{plain(entry.phrase)}” ({plain(said_by(entry.turn))}) \\[{plain(number(entry.turn))}\\]: "
            f"{plain(entry.reason)}"
            for entry in digest.unresolved
        ]
        lines.append("")
    return [*lines, *(f"*{plain(line)}*  " for line in coverage_lines(digest.coverage)), ""]


def _point(point: Point) -> list[str]:
    references = ", ".join(plain(number(turn)) for turn in point.turns)
    if point.written_by:
        lines = [f"- {plain(point.text)} \\[{references}\\]"]
    else:
        lines = [f"- **{plain(said_by(point.turns[0]))}**: {plain(point.text)} \\[{references}\\]"]
    for context in point.context:
        phrase = f"“{plain(context.phrase)}” = " if context.phrase else "earlier: "
        lines.append(
            f"  - {phrase}“{plain(context.text)}”, {plain(context_source(context))} "
            f"\\[{plain(number(context.turn))}\\]"
        )
    return lines


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."
