"""Fetches a corpus onto the user's machine, or checks the copy that lies there."""

from __future__ import annotations

import logging
import shutil
import tempfile
import zipfile
from pathlib import Path

import pooch

from streamrecall.corpora.sources import SOURCES, Source, SourceFile
from streamrecall.errors import DataError


def download_corpus(corpus: str, folder: Path, source: Source | None = None) -> tuple[Path, ...]:
    """Fetch every file of a corpus that is not in ``folder`` yet and check those whose sum is known.

    Args:
        corpus: A key of ``SOURCES``.
        folder: Where the files go; made if need be.
        source: Another origin than the one of ``SOURCES``.

    Returns:
        The corpus's files; for an archive, what was unpacked.

    Raises:
        DataError: If a file cannot be fetched or is not what it should be; names the file, its address
            and the licence.
    """
    origin = SOURCES[corpus] if source is None else source
    if not origin.files:
        raise DataError(f"corpus {corpus!r} cannot be downloaded.", path=folder, hint=origin.hint)
    paths: list[Path] = []
    for file in origin.files:
        if file.members is not None:
            paths += _fetch_archive(file, file.members, folder, origin)
        elif (folder / file.name).is_file():
            paths.append(verify_file(folder / file.name, file, origin))
        else:
            paths.append(_fetch(file, folder, origin))
    return tuple(paths)


def verify_corpus(corpus: str, folder: Path) -> int:
    """Check every file in ``folder`` whose checksum is known; return how many were checked.

    Raises:
        DataError: If one differs; names the file, its address and the licence.
    """
    origin = SOURCES[corpus]
    known = [file for file in origin.files if file.sha256 and (folder / file.name).is_file()]
    for file in known:
        verify_file(folder / file.name, file, origin)
    return len(known)


def verify_file(path: Path, file: SourceFile, origin: Source) -> Path:
    """Return ``path`` if its checksum is the known one, or none is known."""
    if file.sha256 is not None and (found := pooch.file_hash(str(path))) != file.sha256:
        raise DataError(
            f"expected sha256 {file.sha256}, found {found}: the file is damaged or of another version.",
            path=path,
            hint=f"Remove it and fetch {file.url}. {origin.hint}",
        )
    return path


def _fetch(file: SourceFile, folder: Path, origin: Source) -> Path:
    target = folder / file.name
    pooch.get_logger().setLevel(logging.WARNING)
    with tempfile.TemporaryDirectory() as scratch:
        try:
            fetched = pooch.retrieve(file.url, known_hash=None, fname="fetched", path=scratch)
        except (OSError, ValueError) as error:
            raise DataError(
                f"cannot be fetched from {file.url}: {error}",
                path=target,
                hint=f"{origin.hint} Put the file there yourself and give the folder.",
            ) from error
        verify_file(Path(fetched), file, origin)
        target.parent.mkdir(parents=True, exist_ok=True)
        partial = target.with_name(f"{target.name}.part")  # a cut-off copy never has the file's name
        shutil.move(fetched, partial)
        partial.replace(target)
    return target


def _fetch_archive(file: SourceFile, members: str, folder: Path, origin: Source) -> list[Path]:
    partial = folder / ".part"
    shutil.rmtree(partial, ignore_errors=True)
    if unpacked := _unpacked(folder):
        return unpacked
    with tempfile.TemporaryDirectory() as scratch:
        archive = _fetch(file, Path(scratch), origin)
        try:
            with zipfile.ZipFile(archive) as opened:
                opened.extractall(Path(scratch) / "members")
        except zipfile.BadZipFile as error:
            raise DataError(
                f"{file.url} is no zip archive: {error}.", path=folder, hint=origin.hint
            ) from None
        inside = Path(scratch) / "members" / members
        if not inside.is_dir():
            raise DataError(f"{file.url} has no folder {members}.", path=folder, hint=origin.hint)
        shutil.copytree(inside, partial)
        for child in sorted(partial.iterdir()):
            child.replace(folder / child.name)
        partial.rmdir()
    return _unpacked(folder)


def _unpacked(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("**/*.json") if path.is_file())
