"""The sentences that every form of a catch-up shares: who said it, when, and what was covered."""

from __future__ import annotations

from streamrecall.catchup.digest import Coverage, Digest, RecoveredContext
from streamrecall.records import Turn, one_line

NO_NAME = "(no name)"


def speaker(turn: Turn) -> str:
    """Return the speaker as the file names them, or that it names nobody."""
    return one_line(turn.speaker) or NO_NAME


def when(turn: Turn) -> str:
    """Return ``YYYY-MM-DD HH:MM``, as much of it as the turn has; empty without a time."""
    if turn.time is None:
        return ""
    date, _, clock = turn.time.partition("T")
    return f"{date} {clock[:5]}".strip()


def said_by(turn: Turn) -> str:
    """Return who said a turn and when."""
    return ", ".join(part for part in (speaker(turn), when(turn)) if part)


def number(turn: Turn) -> str:
    """Return the turn's place in its conversation, counted from 1: ``#602``."""
    return f"#{turn.index + 1}"


def context_source(context: RecoveredContext) -> str:
    """Return ``said on ... by ...``."""
    date = context.turn.date
    return f"said {f'on {date} ' if date else ''}by {speaker(context.turn)}"


def window_line(digest: Digest) -> str:
    """Return how long the window is and when it was."""
    coverage = digest.coverage
    first, last = when(digest.window[0]), when(digest.window[-1])
    span = f", {first} to {last}" if first and last and first != last else f", {first}" if first else ""
    return f"{_count(coverage.window_turns, 'message')}{span}"


def coverage_lines(coverage: Coverage) -> list[str]:
    """Return what was covered and what was not, in full sentences."""
    parts = "" if coverage.parts == 1 else f", read in {coverage.parts} parts"
    lines = [] if coverage.quoted_turns else ["Nothing in these messages stands out."]
    lines += [
        f"{_count(coverage.quoted_turns, 'message')} of {coverage.window_turns:,} quoted "
        f"({coverage.window_tokens:,} tokens{parts}); {coverage.unquoted_turns:,} read and not quoted."
    ]
    if coverage.skipped:
        reasons = ", ".join(f"{count:,} {reason}" for reason, count in coverage.skipped.items())
        lines.append(f"Never quoted: {reasons}.")
    if coverage.not_shown:
        more = ", ".join(f"{count:,} more {section}" for section, count in coverage.not_shown.items())
        lines.append(f"Not shown: {more}.")
    if coverage.unsupported:
        sentences = _count(coverage.unsupported, "sentence")
        lines.append(f"Left out: {sentences} of the model that its messages do not bear out.")
    lines.append(_history_line(coverage))
    return lines


def _history_line(coverage: Coverage) -> str:
    earlier, compared = coverage.history_turns, coverage.compared_turns
    if not earlier:
        return "There is no earlier message in this file."
    line = f"{_count(earlier, 'earlier message')} searched by words"
    return f"{line}, all of them by meaning." if compared >= earlier else f"{line}, {compared:,} by meaning."


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
