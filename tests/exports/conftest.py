"""Reading invented inputs the way the command does."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from streamrecall.exports.reader import Export, read_export
from streamrecall.exports.writing import entries

Content = bytes | str | dict | list


def as_bytes(content: Content) -> bytes:
    if isinstance(content, bytes):
        return content
    return (content if isinstance(content, str) else json.dumps(content)).encode()


def zipped(members: dict[str, Content]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, as_bytes(content))
    return buffer.getvalue()


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Export]:
    """Write a file under a name that says nothing, and read it; a dict of names makes a zip."""

    def reader(content: Content, *, members: bool = False) -> Export:
        path = tmp_path / "input"
        path.write_bytes(zipped(content) if members else as_bytes(content))
        return read_export(path)

    return reader


@pytest.fixture
def listed(read: Callable[..., Export]) -> Callable[..., list[dict]]:
    """Read a file and return its entries."""

    def lister(content: Content, *, members: bool = False) -> list[dict]:
        return entries(read(content, members=members))

    return lister


def rows(found: list[dict]) -> list[tuple]:
    """The four keys that every entry has."""
    return [(one["speaker"], one["text"], one["time"], one["kind"]) for one in found]
