"""Follows a growing export: each time it grows, a digest of what is new, and a memory that only adds that."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from streamrecall.catchup.catch_up import conversations_of, not_quoted
from streamrecall.catchup.conversation import POINTS, digest_conversation
from streamrecall.catchup.digest import Digest
from streamrecall.catchup.history import SearchedHistory
from streamrecall.catchup.tools import Tools
from streamrecall.catchup.window_choice import WindowChoice
from streamrecall.errors import DataError
from streamrecall.exports.reader import Export, read_export
from streamrecall.records import Turn


class Follower:
    """Keeps one memory per conversation of a file and feeds it the turns it has not seen.

    The file is read again when it grows, which is cheap; a turn is known again by its id, and only new ones
    are indexed and embedded.

    Args:
        path: The export.
        tools: What does the work.
        conversations: Names to follow; all by default.
        points: Most points per section.
        read: Reads the export.
    """

    def __init__(
        self,
        path: Path,
        tools: Tools,
        *,
        conversations: Sequence[str] | None = None,
        points: int = POINTS,
        read: Callable[[Path], Export] = read_export,
    ) -> None:
        self._path = path
        self._tools = tools
        self._names = conversations
        self._points = points
        self._read = read
        self._histories: dict[str, SearchedHistory] = {}
        self._seen: set[str] = set()
        self._state: tuple[int, int] | None = None
        self._state_at_last_look: tuple[int, int] | None = None

    def start(self, window: WindowChoice | None = None) -> list[Digest]:
        """Read the file and take what it holds as known, but for a window to begin with.

        Args:
            window: What to catch up on at once; nothing where it is None.

        Returns:
            Digests of the window.

        Raises:
            DataError: If the file cannot be read.
        """
        export = self._load()
        for name, turns in conversations_of(export, self._names).items():
            self._know(name, turns if window is None else turns[: window.first(turns)])
        return self._digests(export)

    @property
    def conversations(self) -> dict[str, Sequence[Turn]]:
        """The turns shown or known so far, by conversation."""
        return {name: history.turns for name, history in self._histories.items()}

    def poll(self) -> list[Digest]:
        """Return the digests of what was added since the last call; empty where nothing was.

        A file that ends in the middle of a line, or that cannot be read just now, is tried again later.
        """
        state = self._file_state()
        if state is None or state == self._state or not self._is_whole():
            return []
        try:
            export = self._load()
        except DataError:
            return []
        return self._digests(export)

    def _load(self) -> Export:
        state = self._file_state()
        export = self._read(self._path)
        self._state = state
        return export

    def _digests(self, export: Export) -> list[Digest]:
        skipped = not_quoted(export)
        digests = []
        for name, turns in conversations_of(export, self._names).items():
            new = self._unseen(name, turns)
            if new:
                digests.append(
                    digest_conversation(
                        self._history(name), new, self._tools, skipped=skipped, points=self._points
                    )
                )
                self._seen.update(turn.turn_id for turn in new)
        return digests

    def _unseen(self, name: str, turns: list[Turn]) -> list[Turn]:
        """Return the turns not seen yet, numbered on from those that are."""
        known = self._history(name).turns
        first = known[-1].index + 1 if known else 0
        new = [turn for turn in turns if turn.turn_id not in self._seen]
        return [replace(turn, index=index) for index, turn in enumerate(new, start=first)]

    def _know(self, name: str, turns: list[Turn]) -> None:
        self._history(name).observe(turns)
        self._seen.update(turn.turn_id for turn in turns)

    def _history(self, name: str) -> SearchedHistory:
        if name not in self._histories:
            self._histories[name] = SearchedHistory(self._tools)
        return self._histories[name]

    def _file_state(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_size, found.st_mtime_ns

    def _is_whole(self) -> bool:
        """Return whether the file may be read: its last line is whole, or it has stopped growing."""
        try:
            with self._path.open("rb") as file:
                file.seek(-1, os.SEEK_END)
                whole = file.read(1) == b"\n"
        except OSError:
            return self._path.is_dir()
        settled = self._state_at_last_look == self._file_state()
        self._state_at_last_look = self._file_state()
        return whole or settled
