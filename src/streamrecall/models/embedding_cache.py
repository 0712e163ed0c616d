"""Vectors on disk by the content of their texts, so that no text is embedded twice."""

from __future__ import annotations

import hashlib
import logging
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from streamrecall.errors import DataError, ModelError
from streamrecall.ports import Embedder, Vectors

logger = logging.getLogger(__name__)

_LOOKUP = 500  # keys per SELECT
_WAIT_SECONDS = 60.0
_TABLE = "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID"
_MAKE_AGAIN = "Delete the file, it is made again from the texts, or name another."
_HINTS = {
    sqlite3.SQLITE_BUSY: "Another program holds the file: run again when it is done.",
    sqlite3.SQLITE_CANTOPEN: "Name a file in a folder that can be written.",
    sqlite3.SQLITE_FULL: "Make room on the disk and run again.",
    sqlite3.SQLITE_IOERR: "Check the disk and run again.",
}


class CachedEmbedder:
    """Puts a SQLite file before an embedder.

    The key is a hash of the model's name and revision, the kind and the text. The first vector stored for a
    text is the one everybody gets, the writer that computed it included: so results do not depend on who
    came first, nor on the batch a text was in. Several processes may write at once. A file that cannot be
    written is read; what it lacks is embedded and not stored, and a warning says so once.

    Args:
        embedder: Embeds what the file does not hold.
        path: The file; made where it is missing, its folder too.

    Attributes:
        hits: Texts answered from the file, so far.
        misses: Texts that were embedded, so far.
    """

    def __init__(self, embedder: Embedder, path: Path | str) -> None:
        self._embedder = embedder
        self._path = Path(path)
        self.name = embedder.name
        self.hits = 0
        self.misses = 0
        self._read_only = False

    @property
    def revision(self) -> str:
        """The embedder's revision."""
        return self._embedder.revision

    @property
    def dimension(self) -> int:
        """The embedder's dimension."""
        return self._embedder.dimension

    def embed(self, texts: Sequence[str], kind: Literal["passage", "query"] = "passage") -> Vectors:
        """Return one unit row per text, from the file or, in one batch, from the embedder.

        Raises:
            DataError: If the file is not a cache, is damaged or cannot be made.
            ModelError: If the embedder returns vectors of a wrong shape or without a finite value.
        """
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        revision = self.revision
        keys = [_key(self.name, revision, kind, text) for text in texts]
        with self._connection() as connection:
            stored = self._read(connection, keys)
            missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in stored}
            self.misses += len(missing)
            self.hits += len(texts) - len(missing)
            if missing:
                vectors = self._embed(list(missing.values()), kind)
                if self._read_only:
                    stored |= dict(zip(missing, vectors, strict=True))
                else:
                    self._store(connection, list(missing), vectors)
                    stored |= self._read(connection, list(missing))
        return np.stack([stored[key] for key in keys])

    def _embed(self, texts: Sequence[str], kind: Literal["passage", "query"]) -> Vectors:
        vectors = self._embedder.embed(texts, kind)
        expected = (len(texts), self.dimension)
        if vectors.shape != expected or not np.isfinite(vectors).all():
            raise ModelError(
                f"{self.name}: expected finite vectors of shape {expected}, found shape {vectors.shape} with "
                f"{int(np.isfinite(vectors).sum())} finite values. Nothing was stored; check the model."
            )
        return vectors.astype(np.float32, copy=False)

    def _store(self, connection: sqlite3.Connection, keys: Sequence[bytes], vectors: Vectors) -> None:
        rows = [(key, vector.astype("<f4").tobytes()) for key, vector in zip(keys, vectors, strict=True)]
        with connection:
            connection.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?)", rows)

    def _read(
        self, connection: sqlite3.Connection, keys: Sequence[bytes]
    ) -> dict[bytes, npt.NDArray[np.float32]]:
        found: dict[bytes, npt.NDArray[np.float32]] = {}
        for start in range(0, len(keys), _LOOKUP):
            some = keys[start : start + _LOOKUP]
            marks = ",".join("?" * len(some))
            for key, raw in connection.execute(
                f"SELECT key, vector FROM vectors WHERE key IN ({marks})", some
            ):
                found[key] = self._vector(raw)
        return found

    def _vector(self, raw: object) -> npt.NDArray[np.float32]:
        if isinstance(raw, bytes) and len(raw) == 4 * self.dimension:
            vector = np.frombuffer(raw, dtype="<f4").astype(np.float32, copy=False)
            if np.isfinite(vector).all():
                return vector
            found = "values that are not finite"
        else:
            found = f"{len(raw)} bytes" if isinstance(raw, bytes) else type(raw).__name__
        raise DataError(
            f"the embedding cache holds a damaged vector: expected {self.dimension} finite numbers "
            f"({4 * self.dimension} bytes), found {found}.",
            path=self._path,
            hint=_MAKE_AGAIN,
        )

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """Open the file for one call, so that threads and forked processes share nothing."""
        try:
            connection = self._open()
            try:
                yield connection
            finally:
                connection.close()
        except sqlite3.DatabaseError as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the low byte: the kind of an error
            raise DataError(
                f"the embedding cache cannot be used: {error}.",
                path=self._path,
                hint=_HINTS.get(code, _MAKE_AGAIN),
            ) from error

    def _open(self) -> sqlite3.Connection:
        if self._path.is_dir():
            raise DataError("is a folder, not an embedding cache.", path=self._path, hint="Name a file.")
        if self._path.is_file() and not _writable(self._path):
            return self._open_to_read()
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DataError(
                f"the embedding cache's folder cannot be made: {error.strerror}.",
                path=self._path,
                hint=_HINTS[sqlite3.SQLITE_CANTOPEN],
            ) from error
        connection = sqlite3.connect(self._path, timeout=_WAIT_SECONDS)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(_TABLE)
        except BaseException:
            connection.close()
            raise
        return connection

    def _open_to_read(self) -> sqlite3.Connection:
        if not self._read_only:
            logger.warning("%s cannot be written: new vectors are not stored", self._path)
        self._read_only = True
        journal = self._path.with_name(self._path.name + "-wal")
        # SQLite makes files beside a file it may yet find changed; where it cannot, none may be promised.
        mode = "mode=ro" if journal.exists() else "immutable=1"
        return sqlite3.connect(f"{self._path.absolute().as_uri()}?{mode}", uri=True)


def _writable(path: Path) -> bool:
    """Tell whether SQLite can write the file and, beside it, its journal."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _key(name: str, revision: str, kind: str, text: str) -> bytes:
    digest = hashlib.sha256()
    for part in (name, revision, kind, text):
        raw = part.encode("utf-8", "surrogatepass")
        digest.update(len(raw).to_bytes(8, "little") + raw)
    return digest.digest()
