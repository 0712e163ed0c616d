"""From an export to what was missed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from difflib import get_close_matches
from pathlib import Path

from streamrecall.catchup.conversation import POINTS, digest_conversation
from streamrecall.catchup.digest import CatchUp, Digest
from streamrecall.catchup.history import SearchedHistory
from streamrecall.catchup.tools import Tools, offline_tools
from streamrecall.catchup.window_choice import WindowChoice, choose_window, parse_time
from streamrecall.errors import ConfigError
from streamrecall.exports.message import Kind
from streamrecall.exports.reader import Export, read_export
from streamrecall.records import Turn
from streamrecall.text.printable import encodable

_NOT_QUOTED = {
    Kind.SYSTEM: "notices",
    Kind.REACTION: "reactions",
    Kind.DELETED: "deleted",
    Kind.MEDIA: "media without words",
}


def catch_up(
    source: Path | str | Export,
    *,
    since: datetime | str | None = None,
    last_messages: int | None = None,
    last_tokens: int | None = None,
    window: WindowChoice | None = None,
    conversations: Sequence[str] | None = None,
    points: int = POINTS,
    tools: Tools | None = None,
) -> CatchUp:
    """Tell what happened in the latest part of a chat, with what it leaves unsaid recovered from before.

    Without a choice of window the last 1,024 tokens of each conversation are taken.

    Args:
        source: A chat export of any supported format, or one that was read already.
        since: A time, such as ``"2026-03-19"`` or ``"yesterday"``.
        last_messages: How many messages.
        last_tokens: How many cl100k_base tokens.
        window: A choice made already, instead of the three before.
        conversations: Names of the conversations; all by default.
        points: Most points per section.
        tools: What does the work; by default offline, without a model that writes.

    Raises:
        DataError: If the export cannot be read, or gives no times for ``since``.
        ConfigError: If several windows are chosen, or a conversation is unknown.
    """
    export = source if isinstance(source, Export) else read_export(source)
    chats = conversations_of(export, conversations)
    choice = window or choose_window(
        since=parse_time(since) if isinstance(since, str) else since,
        last_messages=last_messages,
        last_tokens=last_tokens,
    )
    tools = offline_tools() if tools is None else tools
    skipped = not_quoted(export)
    digests = {
        name: digest_turns(turns, choice, tools, skipped=skipped, points=points)
        for name, turns in chats.items()
    }
    return CatchUp(
        source=encodable(str(export.path)),
        choice=str(choice),
        conversations=tuple(digest for digest in digests.values() if digest is not None),
        without_news=tuple(name for name, digest in digests.items() if digest is None),
        tools=tools.names,
        notes=(count_line(export), *export.notes),
        warnings=export.warnings,
    )


def digest_turns(
    turns: Sequence[Turn],
    choice: WindowChoice,
    tools: Tools,
    *,
    skipped: Mapping[str, str] | None = None,
    points: int = POINTS,
) -> Digest | None:
    """Return the digest of one conversation; None where its window is empty."""
    first = choice.first(turns)
    if first >= len(turns):
        return None
    history = SearchedHistory(tools)
    history.observe(turns[:first])
    return digest_conversation(history, turns[first:], tools, skipped=skipped, points=points)


def conversations_of(export: Export, names: Sequence[str] | None = None) -> dict[str, list[Turn]]:
    """Return the turns of each conversation, or of those named.

    Raises:
        ConfigError: If a name is not in the export; near matches are suggested.
    """
    chats: dict[str, list[Turn]] = {name: [] for name in export.conversations}
    for turn in export.turns:
        chats[turn.dialogue_id].append(turn)
    if names is None:
        return chats
    for name in names:
        if name not in chats:
            near = get_close_matches(name, chats, n=3, cutoff=0.4) or list(chats)[:5]
            raise ConfigError(f"no conversation '{name}' in {export.path}; there is: {', '.join(near)}")
    return {name: chats[name] for name in names}


def not_quoted(export: Export) -> dict[str, str]:
    """Return ``turn_id`` -> why it is not quoted: notices of the product, reactions, deleted messages."""
    return {
        turn.turn_id: _NOT_QUOTED[message.kind]
        for turn, message in zip(export.turns, export.messages, strict=True)
        if message.kind in _NOT_QUOTED
    }


def count_line(export: Export) -> str:
    """Return what was read, skipped and left without time, in one line."""
    counts = export.counts
    skipped = "; ".join(f"{count:,} {reason}" for reason, count in counts.skipped.items()) or "0"
    return (
        f"{export.format}: {counts.read:,} messages read, skipped: {skipped}, "
        f"{counts.without_time:,} without time"
    )
