"""Typed reading of JSON with the place in every error.

A ``Field`` is a JSON value that knows its file, line and path. Parsers ask it for what they expect
(``key``, ``items``, ``text``, ...) and never touch raw JSON, so a malformed file always ends in a
``DataError`` that says where and what was expected.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from streamrecall.errors import DataError

_NAMES = {
    dict: "an object",
    list: "a list",
    str: "a string",
    bool: "true or false",
    int: "a number",
    float: "a number",
    type(None): "null",
}


@dataclass(frozen=True, slots=True)
class Field:
    """One JSON value and where it stands.

    Attributes:
        value: The parsed value.
        path: The file.
        place: Keys and positions from the root, such as ``[3].qa[0].evidence``; empty for the root.
        line: One-based line of a JSONL file, else None.
    """

    value: object
    path: Path
    place: str = ""
    line: int | None = None

    def error(self, message: str, hint: str | None = None) -> DataError:
        """Return an error that names this place."""
        where = f"{self.place}: " if self.place else ""
        return DataError(where + message, path=self.path, line=self.line, hint=hint)

    def _expected(self, what: str) -> DataError:
        kind = _NAMES.get(type(self.value), f"a {type(self.value).__name__}")
        shown = "" if isinstance(self.value, (dict, list)) or self.value is None else f" ({self.value!r:.60})"
        return self.error(f"expected {what}, found {kind}{shown}.")

    def _below(self, value: object, step: str) -> Field:
        return Field(value, self.path, (self.place + step).removeprefix("."), self.line)

    def mapping(self) -> dict[str, object]:
        """Return the value as an object."""
        if not isinstance(self.value, dict):
            raise self._expected("an object")
        return self.value

    def key(self, name: str) -> Field:
        """Return the value under a key that must be there."""
        mapping = self.mapping()
        if name not in mapping:
            near = get_close_matches(name, mapping, n=1)
            hint = (
                f"Did you mean {near[0]!r}?" if near else f"Found {', '.join(sorted(mapping)[:8]) or 'none'}."
            )
            raise self.error(f"missing key {name!r}.", hint)
        return self._below(mapping[name], f".{name}")

    def optional(self, name: str) -> Field | None:
        """Return the value under a key, or None where the key is absent or null."""
        value = self.mapping().get(name)
        return None if value is None else self._below(value, f".{name}")

    def entries(self) -> Iterator[tuple[str, Field]]:
        """Yield the keys and values of an object, in file order."""
        for name, value in self.mapping().items():
            yield name, self._below(value, f".{name}")

    def items(self) -> Iterator[Field]:
        """Yield the elements of a list."""
        if not isinstance(self.value, list):
            raise self._expected("a list")
        for position, value in enumerate(self.value):
            yield self._below(value, f"[{position}]")

    def text(self) -> str:
        """Return a string that can be written as UTF-8; it may be empty."""
        if not isinstance(self.value, str):
            raise self._expected("a string")
        try:
            self.value.encode()
        except UnicodeEncodeError as error:
            raise self.error(f"half a surrogate pair at character {error.start}.") from None
        return self.value

    def word(self) -> str:
        """Return a string with at least one visible character."""
        text = self.text()
        if not text.strip():
            raise self.error("expected a string that is not empty.")
        return text

    def integer(self) -> int:
        """Return a whole number."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise self._expected("a whole number")
        return self.value

    def boolean(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            raise self._expected("true or false")
        return self.value

    def scalar(self) -> str:
        """Return a string, or a number written as one."""
        if isinstance(self.value, (int, float)) and not isinstance(self.value, bool):
            return str(self.value)
        return self.text()

    def texts(self) -> tuple[str, ...]:
        """Return a list of strings."""
        return tuple(item.text() for item in self.items())


def read_json(path: Path) -> Field:
    """Read a JSON file.

    Raises:
        DataError: If the file is missing, not UTF-8, not JSON, or holds an object with a key twice
            (one of the two values would be lost).
    """
    return parse_json(read_text(path), path)


def read_jsonl(path: Path) -> Iterator[Field]:
    """Yield one field per line that is not blank.

    Raises:
        DataError: As ``read_json``, with the line.
    """
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if line.strip():
            yield parse_json(line, path, number)


def read_text(path: Path) -> str:
    """Return a UTF-8 file, without a byte order mark.

    Raises:
        DataError: If the file cannot be opened or is not UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"not UTF-8 at byte {error.start}.", path=path) from None
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror}.", path=path) from None


def parse_json(text: str, path: Path, line: int | None = None, place: str = "") -> Field:
    """Parse JSON text that stands at ``place`` of ``path``."""
    prefix = f"{place}: " if place else ""
    try:
        value = json.loads(text, object_pairs_hook=_unique_keys)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}" if line is None else f"column {error.colno}"
        raise DataError(
            f"{prefix}not valid JSON at {where}: {error.msg}.",
            path=path,
            line=line,
            hint="The file may be cut off: fetch it again.",
        ) from None
    except ValueError as error:  # a key twice, a number too long to read
        raise DataError(f"{prefix}{error}.", path=path, line=line) from None
    except RecursionError:
        raise DataError(f"{prefix}nested too deeply.", path=path, line=line) from None
    return Field(value, path, place, line)


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"an object holds the key {twice!r} twice")
    return mapping
