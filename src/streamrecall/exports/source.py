"""An opened export: one file, or an archive or folder of files."""

from __future__ import annotations

import io
import stat
from functools import cached_property
from pathlib import Path, PurePosixPath

import docx
from docx.text.paragraph import Paragraph

from streamrecall.errors import DataError
from streamrecall.exports.archive import Archive, Budget, Member, open_folder, open_zip
from streamrecall.exports.encoding import Decoded, decode
from streamrecall.exports.jsontext import Json, load_json

_MEDIA = frozenset(
    "jpg jpeg png gif webp heic bmp tif tiff svg mp4 mov mkv webm 3gp avi mp3 m4a aac ogg oga opus wav flac "
    "amr pdf vcf xlsx xls pptx ppt doc odt apk exe dll zip rar 7z gz tgs ttf woff css js html htm".split()
)
_SIGNATURES = {
    b"%PDF": "a PDF file",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"\x1f\x8b": "a gzip file",
    b"7z\xbc\xaf": "a 7z archive",
    b"Rar!": "a rar archive",
    b"SQLite format 3": "a database",
    b"\xd0\xcf\x11\xe0": "an old Office file",
    b"OggS": "a recording",
    b"ID3": "a recording",
}


class Source:
    """What a format module looks at. Everything is read once, when first asked for.

    Args:
        path: Named in errors.
        name: Base name of the file.
        raw: The file's bytes; None for an archive or folder.
        archive: The files inside; None for a file.
        budget: What a Word file may unpack; that of the archive it lies in.
    """

    def __init__(
        self,
        path: Path,
        name: str,
        raw: bytes | None = None,
        archive: Archive | None = None,
        budget: Budget | None = None,
    ) -> None:
        self.path = path
        self.name = name
        self._raw = raw
        self.archive = archive
        self._budget = budget or Budget(path)
        self._opened: dict[str, Source] = {}

    @property
    def is_file(self) -> bool:
        """Whether this is one file."""
        return self.archive is None

    @property
    def stem(self) -> str:
        """The file's name without its ending."""
        return PurePosixPath(self.name).stem

    @property
    def names(self) -> list[str]:
        """Names of the files inside, as paths with ``/``; empty for a file."""
        return [member.name for member in self._members.values()]

    @property
    def text_names(self) -> list[str]:
        """Names of the files inside that are not pictures, recordings, programs or the like."""
        return [name for name in self.names if PurePosixPath(name).suffix.lower().lstrip(".") not in _MEDIA]

    @cached_property
    def _members(self) -> dict[str, Member]:
        return {} if self.archive is None else {member.name: member for member in self.archive.members}

    def open(self, name: str) -> Source:
        """Return a file inside as a source of its own."""
        if name not in self._opened:
            self._opened[name] = Source(
                self.path / name,
                PurePosixPath(name).name,
                self._members[name].read(),
                budget=self.archive.budget if self.archive else None,
            )
        return self._opened[name]

    @property
    def raw(self) -> bytes:
        """The file's bytes; empty for an archive."""
        return self._raw or b""

    @cached_property
    def decoded(self) -> Decoded:
        """The file's text with its decided encoding; for Word files, one line per line of the document."""
        if self.document is not None:
            lines = [line for paragraph in self.document for line in paragraph.text.split("\n")]
            return Decoded("\n".join(lines), "docx", "Office Open XML")
        return decode(self.raw)

    @property
    def text(self) -> str:
        """The file's text."""
        return self.decoded.text

    @cached_property
    def lines(self) -> list[str]:
        """The text split at line feeds only (at carriage returns where it has nothing else)."""
        text = self.text if "\n" in self.text else self.text.replace("\r", "\n")
        return [line.rstrip("\r") for line in text.split("\n")]

    @cached_property
    def document(self) -> list[Paragraph] | None:
        """The paragraphs of a Word file; None for anything else."""
        if not self.raw.startswith(b"PK") or b"word/document.xml" not in self.raw:
            return None
        self._budget.spend(sum(member.size for member in open_zip(self.path, self.raw).members))
        try:
            return list(docx.Document(io.BytesIO(self.raw)).paragraphs)
        except Exception as error:  # python-docx lets zip, XML and key errors of a damaged file through
            raise DataError(f"damaged Word file: {error}", path=self.path) from error

    @cached_property
    def json(self) -> Json:
        """The file's JSON; None when it does not start like JSON or does not parse."""
        return self._json[0]

    @property
    def json_error(self) -> DataError | None:
        """Why a file that starts like JSON does not parse."""
        return self._json[1]

    @cached_property
    def json_lines(self) -> tuple[list[dict[str, object]], int]:
        """The objects of JSON Lines and the number of lines that are none; split at line feeds only."""
        if not self.is_file or not self.text.lstrip().startswith("{") or self.json is not None:
            return [], 0
        found: list[dict[str, object]] = []
        broken = 0
        for line in filter(str.strip, self.lines):
            try:
                value = load_json(line, self.path)
            except DataError:
                value = None
            if isinstance(value, dict):
                found.append(value)
            else:
                broken += 1
        return found, broken

    @cached_property
    def _json(self) -> tuple[Json, DataError | None]:
        if not self.is_file or not self.text.lstrip().startswith(("{", "[")):
            return None, None
        try:
            return load_json(self.text, self.path), None
        except DataError as error:
            return None, error


def open_source(path: Path) -> Source:
    """Open a file, zip or folder.

    Raises:
        DataError: If it does not exist, cannot be read, is empty or is refused (see `archive`).
    """
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            return Source(path, path.name, archive=open_folder(path))
        if not stat.S_ISREG(mode):
            raise DataError(
                "this is neither a file nor a folder.", path=path, hint="Save what it gives as a file first."
            )
        with path.open("rb") as file:
            head = file.read(64)
        if head.startswith(b"PK"):
            archive = open_zip(path)
            if not any(member.name == "word/document.xml" for member in archive.members):
                return Source(path, path.name, archive=archive)
        raw = path.read_bytes()
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror}", path=path) from error
    except ValueError as error:  # a path with a NUL
        raise DataError(f"cannot be read: {error}", path=repr(str(path))) from error
    if not raw.strip(b"\0 \t\r\n"):
        raise DataError("the file is empty", path=path, hint="Export the chat again.")
    for signature, what in _SIGNATURES.items():
        if head.startswith(signature):
            raise DataError(
                f"this is {what}, not a chat export", path=path, hint="Unpack or export it as text."
            )
    return Source(path, path.name, raw)
