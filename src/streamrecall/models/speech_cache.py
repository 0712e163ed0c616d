"""Speech and what was heard in it on disk, by content, so that neither is made twice."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from streamrecall.errors import DataError
from streamrecall.ports import Samples, Synthesizer, Transcriber
from streamrecall.records import SpokenSegment

_WAIT_SECONDS = 60.0
_TABLE = "CREATE TABLE IF NOT EXISTS speech (key BLOB PRIMARY KEY, content BLOB NOT NULL) WITHOUT ROWID"
_MAKE_AGAIN = "Delete the file, it is made again, or name another in stem.speech.cache."
_FULL_SCALE = 32767


class SpeechCache:
    """One SQLite file of blobs; each is written in a transaction, so a killed run leaves whole ones alone.

    Several processes may write at once; the first content stored under a key is the one everybody gets.

    Args:
        path: The file; made where it is missing, its folder too.
    """

    def __init__(self, path: Path | str) -> None:
        self._path = Path(path)

    def get(self, key: bytes) -> bytes | None:
        """Return the content stored under a key.

        Raises:
            DataError: If the file is no cache or damaged.
        """
        with self._connection() as connection:
            row = connection.execute("SELECT content FROM speech WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        try:
            return zlib.decompress(row[0])
        except (zlib.error, TypeError) as error:
            raise DataError(
                f"the speech cache holds damaged content: {error}.", path=self._path, hint=_MAKE_AGAIN
            ) from error

    def put(self, key: bytes, content: bytes) -> bytes:
        """Store content under a key that has none; return what is stored, which may be another process's.

        Raises:
            DataError: If the file cannot be written.
        """
        with self._connection() as connection, connection:
            stored = connection.execute(
                "INSERT OR IGNORE INTO speech VALUES (?, ?)", (key, zlib.compress(content, 1))
            )
        return content if stored.rowcount else self.get(key) or content

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self._path, timeout=_WAIT_SECONDS)
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = NORMAL")
                connection.execute(_TABLE)
                yield connection
            finally:
                connection.close()
        except (sqlite3.Error, OSError) as error:
            raise DataError(
                f"the speech cache cannot be used: {error}.", path=self._path, hint=_MAKE_AGAIN
            ) from error


class CachedSynthesizer:
    """Puts a cache before a synthesizer; samples are kept as 16-bit numbers, the form every caller gets.

    Attributes:
        made: Texts that were synthesized, so far.
    """

    def __init__(self, synthesizer: Synthesizer, cache: SpeechCache) -> None:
        self._synthesizer = synthesizer
        self._cache = cache
        self.name = synthesizer.name
        self.made = 0

    @property
    def revision(self) -> str:
        """The synthesizer's revision."""
        return self._synthesizer.revision

    @property
    def voices(self) -> tuple[str, ...]:
        """The synthesizer's voices."""
        return self._synthesizer.voices

    def synthesize(self, text: str, voice: str) -> Samples:
        """Return the text as speech, from the cache or else from the synthesizer.

        Raises:
            DataError: If the cache cannot be used.
            ModelError: If the synthesizer cannot be.
        """
        key = _key("speech", self.name, self.revision, voice, text)
        content = self._cache.get(key)
        if content is None:
            samples = self._synthesizer.synthesize(text, voice)
            content = np.rint(np.clip(samples, -1, 1) * _FULL_SCALE).astype("<i2").tobytes()
            content = self._cache.put(key, content)
            self.made += 1
        return np.frombuffer(content, "<i2").astype(np.float32) / np.float32(_FULL_SCALE)


class CachedTranscriber:
    """Puts a cache before a transcriber.

    Args:
        transcriber: Hears what the cache does not hold.
        revision: Identifies its weights and every setting that changes a word.
        cache: Where segments are kept.

    Attributes:
        heard: Pieces of audio that were transcribed, so far.
    """

    def __init__(self, transcriber: Transcriber, revision: str, cache: SpeechCache) -> None:
        self._transcriber = transcriber
        self._revision = revision
        self._cache = cache
        self.name = transcriber.name
        self.heard = 0

    def transcribe(self, samples: Samples) -> tuple[SpokenSegment, ...]:
        """Return the segments of one channel, from the cache or else from the transcriber.

        Raises:
            DataError: If the cache cannot be used.
            ModelError: If the transcriber cannot be.
        """
        audio = hashlib.sha256(samples.astype("<f4", copy=False).tobytes()).hexdigest()
        key = _key("heard", self.name, self._revision, audio)
        content = self._cache.get(key)
        if content is None:
            segments = self._transcriber.transcribe(samples)
            content = json.dumps([[each.start, each.end, each.text] for each in segments]).encode()
            content = self._cache.put(key, content)
            self.heard += 1
        return tuple(SpokenSegment(*segment) for segment in json.loads(content))


def _key(*parts: str) -> bytes:
    digest = hashlib.sha256()
    for part in parts:
        raw = part.encode("utf-8", "surrogatepass")
        digest.update(len(raw).to_bytes(8, "little") + raw)
    return digest.digest()
