"""Vectors on disk by the content of their texts, so that no text is embedded twice."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from streamrecall.errors import DataError
from streamrecall.ports import Embedder, Vectors

_LOOKUP = 500  # keys per SELECT
_WAIT_SECONDS = 60.0
_TABLE = "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID"


class CachedEmbedder:
    """Puts a SQLite file before an embedder.

    The key is a hash of the model's name and revision, the kind and the text. The first vector stored for a
    text is the one everybody gets, the writer that computed it included: so results do not depend on who
    came first, nor on the batch a text was in. Several processes may write at once.

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
            DataError: If the file is not a cache or is damaged.
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
                vectors = self._embedder.embed(list(missing.values()), kind)
                with connection:
                    connection.executemany(
                        "INSERT OR IGNORE INTO vectors VALUES (?, ?)",
                        [
                            (key, vector.astype("<f4").tobytes())
                            for key, vector in zip(missing, vectors, strict=True)
                        ],
                    )
                stored |= self._read(connection, list(missing))
        return np.stack([stored[key] for key in keys])

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
                found[key] = np.frombuffer(raw, dtype="<f4").astype(np.float32, copy=False)
        return found

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """Open the file for one call, so that threads and forked processes share nothing."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self._path, timeout=_WAIT_SECONDS)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(_TABLE)
            yield connection
        except sqlite3.DatabaseError as error:
            raise DataError(
                f"the embedding cache cannot be used: {error}.",
                path=self._path,
                hint="Delete the file; it is made again from the texts.",
            ) from error
        finally:
            connection.close()


def _key(name: str, revision: str, kind: str, text: str) -> bytes:
    digest = hashlib.sha256()
    for part in (name, revision, kind, text):
        raw = part.encode("utf-8", "surrogatepass")
        digest.update(len(raw).to_bytes(8, "little") + raw)
    return digest.digest()
