"""Zip archives and folders, opened without trusting them."""

from __future__ import annotations

import io
import lzma
import stat
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath

from streamrecall.errors import DataError
from streamrecall.exports.encoding import decode

MAX_MEMBERS = 200_000
MAX_MEMBER_BYTES = 1 << 30
MAX_READ_BYTES = 2 << 30
MAX_RATIO = 200
_RATIO_FROM = 1 << 20  # small members may repeat themselves
_DAMAGED = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, NotImplementedError, OSError,
    RuntimeError, ValueError, IndexError,
)  # fmt: skip
_JUNK = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")


@dataclass(frozen=True, slots=True)
class Member:
    """One file of an archive or folder."""

    name: str
    size: int
    read: Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class Archive:
    """The files inside.

    Attributes:
        budget: What may still be unpacked; files that hold files of their own spend from it too.
        recovered_names: Whether names had to be recovered from undeclared bytes.
        repeated: Names that more than one entry has; the last entry of a name is read.
    """

    members: tuple[Member, ...]
    budget: Budget
    recovered_names: bool = False
    repeated: tuple[str, ...] = ()


class Budget:
    """Bytes that may still be unpacked from one archive."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.left = MAX_READ_BYTES

    def spend(self, size: int) -> None:
        """Take bytes from it.

        Raises:
            DataError: If there are not as many left.
        """
        self.left -= size
        if self.left < 0:
            raise DataError(
                f"refused: more than {MAX_READ_BYTES >> 20} MiB would be unpacked",
                path=self.path,
                hint="Unpack it yourself and read the chats one by one.",
            )


def open_folder(path: Path) -> Archive:
    """List a folder's files, in name order.

    Raises:
        DataError: For links inside it and for too many files.
    """
    members: list[Member] = []
    budget = Budget(path)
    for entry in sorted(path.rglob("*")):
        if entry.is_symlink():
            raise DataError("refused: a link inside the folder", path=entry, hint="Copy the real files in.")
        name = entry.relative_to(path).as_posix()
        if not entry.is_file() or _junk(name):
            continue
        if len(members) >= MAX_MEMBERS:
            raise DataError(f"refused: more than {MAX_MEMBERS:,} files", path=path)
        members.append(Member(name, entry.stat().st_size, partial(_read_file, entry, budget)))
    return Archive(tuple(members), budget)


def open_zip(path: Path, raw: bytes | None = None) -> Archive:
    """List a zip's files after checking every entry; nothing is written to disk.

    Args:
        path: The zip; named in errors.
        raw: Its bytes, where it is itself a file of an archive.

    Raises:
        DataError: If it is damaged or encrypted, holds a link, an absolute path or ``..``, too many
            entries, or one that unpacks to more than `MAX_RATIO` times its size.
    """
    try:
        archive = zipfile.ZipFile(path if raw is None else io.BytesIO(raw))
    except _DAMAGED as error:
        raise DataError(f"damaged zip: {error}", path=path, hint="Export it again.") from error
    infos = [info for info in archive.infolist() if not info.is_dir()]
    if len(infos) > MAX_MEMBERS:
        raise DataError(f"refused: {len(infos):,} files, more than {MAX_MEMBERS:,}", path=path)
    names, recovered = _names(infos)
    budget = Budget(path)
    members: list[Member] = []
    for info, name in zip(infos, names, strict=True):
        _check(info, name, path)
        if not _junk(name):
            members.append(Member(name, info.file_size, partial(_read_member, archive, info, name, budget)))
    counts = Counter(member.name for member in members)
    repeated = tuple(name for name, count in counts.items() for _ in range(count - 1))
    return Archive(tuple(members), budget, recovered, repeated)


def _check(info: zipfile.ZipInfo, name: str, path: Path) -> None:
    pure = PurePosixPath(name)
    reason = ""
    if stat.S_ISLNK(info.external_attr >> 16):
        reason = "a link"
    elif pure.is_absolute() or name[1:2] == ":":
        reason = "an absolute path"
    elif ".." in pure.parts:
        reason = "a path that leaves the archive"
    elif info.flag_bits & 0x1:
        raise DataError(f"{name} is encrypted", path=path, hint="Remove the password first.")
    elif info.file_size > _RATIO_FROM and info.file_size > MAX_RATIO * max(info.compress_size, 1):
        reason = f"it unpacks to {info.file_size / max(info.compress_size, 1):.0f} times its size"
    if reason:
        raise DataError(f"refused: {name!r} in the archive: {reason}", path=path)


def _names(infos: list[zipfile.ZipInfo]) -> tuple[list[str], bool]:
    """Decode names that are not declared as UTF-8: as UTF-8 where that works, else as one code page."""
    raw: list[bytes | None] = []
    for info in infos:
        declared = info.flag_bits & 0x800 or info.orig_filename.isascii()
        raw.append(None if declared else info.orig_filename.encode("cp437"))
    undeclared = [name for name in raw if name is not None]
    encoding = decode(b"\n".join(undeclared)).encoding if undeclared else "ascii"
    names = [
        info.orig_filename if name is None else name.decode(encoding, errors="replace")
        for info, name in zip(infos, raw, strict=True)
    ]
    return [name.replace("\\", "/") for name in names], bool(undeclared)


def _junk(name: str) -> bool:
    parts = PurePosixPath(name).parts
    return any(part in _JUNK or part.startswith("._") for part in parts)


def _read_file(path: Path, budget: Budget) -> bytes:
    try:
        budget.spend(path.stat().st_size)
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror}", path=path) from error


def _read_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, budget: Budget) -> bytes:
    if info.file_size > MAX_MEMBER_BYTES:
        raise DataError(f"refused: {name!r} unpacks to {info.file_size:,} bytes", path=budget.path)
    budget.spend(info.file_size)
    try:
        return archive.read(info)
    except _DAMAGED as error:
        raise DataError(
            f"damaged entry {name!r}: {error}", path=budget.path, hint="Export it again."
        ) from error
