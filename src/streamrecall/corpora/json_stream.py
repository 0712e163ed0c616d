"""A JSON list read element by element, for files that do not fit into memory."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from pathlib import Path

from streamrecall.corpora.json_fields import Field, parse_json
from streamrecall.errors import DataError

_CHUNK_BYTES = 1 << 20
_STRUCTURE = re.compile(r'["{}\[\],]')
_STRING_END = re.compile(r'["\\]')


def starts_with_list(path: Path) -> bool:
    """Tell whether the first visible character of a file opens a list."""
    for text in _decoded(path):
        if visible := text.lstrip("\ufeff \t\r\n"):
            return visible[0] == "["
    return False


def stream_json_list(path: Path) -> Iterator[Field]:
    """Yield the elements of the list that a JSON file holds.

    Raises:
        DataError: If the file cannot be read, is no list, is cut off, or an element is malformed; the
            message names the element.
    """
    position = 0
    for element in _elements(path):
        yield parse_json(element, path, place=f"[{position}]")
        position += 1


def _elements(path: Path) -> Iterator[str]:
    """Cut the list at its outer commas without parsing; strings are skipped over."""
    cutter = _Cutter(path)
    for text in _decoded(path):
        yield from cutter.feed(text)
    cutter.close()


class _Cutter:
    """Finds the ends of the outermost list's elements in text that comes in pieces."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._depth = 0
        self._in_string = False
        self._escaped = False  # a backslash ended the piece before
        self._pending: list[str] = []
        self._elements = 0
        self._opened = False

    def feed(self, text: str) -> Iterator[str]:
        """Yield the elements that end in this piece."""
        if not self._opened:
            text = text.lstrip("\ufeff \t\r\n")
            if not text:
                return
            if text[0] != "[":
                raise DataError("expected a list.", path=self._path)
            text, self._depth, self._opened = text[1:], 1, True
        start, position = 0, int(self._escaped and bool(text))
        self._escaped = self._escaped and not text
        while not self._closed() and (mark := self._next_mark(text, position)):
            position = mark.end()
            if self._step(mark[0], position, len(text)):
                position += 1
            elif self._ends_element(mark[0]):
                element = "".join(self._pending) + text[start : mark.start()]
                self._pending, start = [], position
                if not self._closed() or element.strip() or self._elements:
                    yield element
                self._elements += 1
        self._pending.append(text[start:])
        if self._closed() and (rest := "".join(self._pending).strip()):
            raise DataError(f"text after the list: {rest[:20]!r}.", path=self._path)

    def close(self) -> None:
        """Check that the list was closed."""
        if not self._closed():
            where = (
                f"the list ends in its element {self._elements}." if self._opened else "the file is empty."
            )
            raise DataError(where, path=self._path, hint="The file may be cut off: fetch it again.")

    def _closed(self) -> bool:
        return self._opened and self._depth == 0

    def _next_mark(self, text: str, position: int) -> re.Match[str] | None:
        return (_STRING_END if self._in_string else _STRUCTURE).search(text, position)

    def _step(self, mark: str, end: int, length: int) -> bool:
        """Follow a mark; return True when the character after it is escaped."""
        if mark == "\\":
            self._escaped = end >= length
            return True
        if mark == '"':
            self._in_string = not self._in_string
        elif mark in "{[":
            self._depth += 1
        elif mark in "}]":
            self._depth -= 1
        return False

    def _ends_element(self, mark: str) -> bool:
        return self._closed() or (mark == "," and self._depth == 1 and not self._in_string)


def _decoded(path: Path) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8")()
    offset = 0
    try:
        with path.open("rb") as file:
            while block := file.read(_CHUNK_BYTES):
                yield decoder.decode(block)
                offset += len(block)
            yield decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        raise DataError(f"not UTF-8 near byte {offset + error.start}.", path=path) from None
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror}.", path=path) from None
