"""What earlier runs have shown, so that a run can begin where the last one ended.

A conversation is known again by its turns, not by its file: the ids of turns are the same in every later
export of a chat, whatever the file is called. So the mark is the id of the last turn shown.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from streamrecall.errors import ConfigError, DataError
from streamrecall.records import Turn

_VERSION = 1


@dataclass(frozen=True, slots=True)
class Mark:
    """The last turn shown of one conversation of one file."""

    path: str
    conversation: str
    turn_id: str
    time: str | None


class LastSeen:
    """The marks of earlier runs, kept in one JSON file.

    Args:
        path: The file; it is made at the first ``save``.

    Raises:
        DataError: If the file exists, cannot be read or is not one of these.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._marks = _read(path)

    def count(self, turns: Sequence[Turn], source: Path) -> int | None:
        """Return how many leading turns of a conversation were shown before; None where no run has shown it.

        The latest marked turn decides. Where no marked turn is in the export any more (a chat exported
        with a shorter range, or a message taken back), the time of the mark of this file decides.
        """
        marked = {mark.turn_id for mark in self._marks}
        for place in range(len(turns) - 1, -1, -1):
            if turns[place].turn_id in marked:
                return place + 1
        own = self._own(source, turns[0].dialogue_id) if turns else None
        if own is None or own.time is None:
            return None
        return sum(1 for turn in turns if turn.time is not None and turn.time <= own.time)

    def counts(self, chats: Mapping[str, Sequence[Turn]], source: Path) -> dict[str, int | None]:
        """Return ``count`` of each conversation."""
        return {name: self.count(turns, source) for name, turns in chats.items()}

    def mark(self, turns: Sequence[Turn], source: Path) -> None:
        """Note that every turn of a conversation has been shown."""
        if not turns:
            return
        old = {turn.turn_id for turn in turns}
        name = turns[0].dialogue_id
        place = str(source.resolve())
        self._marks = [
            mark
            for mark in self._marks
            if mark.turn_id not in old and (mark.path, mark.conversation) != (place, name)
        ]
        time = max((turn.time for turn in turns if turn.time is not None), default=None)
        self._marks.append(Mark(place, name, turns[-1].turn_id, time))

    def save(self) -> None:
        """Write the marks; the file is replaced as a whole, so that a stop halfway loses nothing.

        Raises:
            ConfigError: If the file cannot be written.
        """
        form = {"version": _VERSION, "marks": [asdict(mark) for mark in self._marks]}
        beside = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_text(json.dumps(form, indent=1) + "\n", encoding="utf-8")
            beside.replace(self._path)
        except OSError as error:
            raise ConfigError(f"cannot keep what was shown in {self._path}: {error.strerror}") from error

    def _own(self, source: Path, conversation: str) -> Mark | None:
        place = str(source.resolve())
        return next((m for m in self._marks if (m.path, m.conversation) == (place, conversation)), None)


def default_state_file() -> Path:
    """Return where marks are kept: ``streamrecall/last_seen.json`` in the user's state directory."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return base / "streamrecall" / "last_seen.json"


def _read(path: Path) -> list[Mark]:
    try:
        form = json.loads(path.read_text(encoding="utf-8"))
        if form["version"] != _VERSION:
            raise ValueError
        return [_mark(mark) for mark in form["marks"]]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise DataError(
            "is not a file of last-seen marks.", path=path, hint="Name another with --state, or remove it."
        ) from error


def _mark(values: dict[str, object]) -> Mark:
    mark = Mark(**values)  # type: ignore[arg-type]
    texts = (mark.path, mark.conversation, mark.turn_id, mark.time or "")
    if not all(isinstance(text, str) for text in texts):
        raise TypeError
    return mark
