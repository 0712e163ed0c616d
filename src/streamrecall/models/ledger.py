"""The call ledger: every model call and its reply in one SQLite file, paid for once.

A call is claimed before it is made and answered when its reply is committed. A claim is a lease: its
holder renews it, and it is taken over when it expires or when its holder is seen to be dead. Several
processes may share one file.

The file is in WAL mode with ``synchronous=FULL``: a committed reply survives kill -9 and power loss.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from streamrecall.errors import DataError
from streamrecall.models.call_key import Call
from streamrecall.models.ledger_owner import is_dead, new_owner
from streamrecall.models.ledger_writer import GroupCommitter, Write
from streamrecall.records import ChatReply

SCHEMA_VERSION = 1
_CLAIMED_TOGETHER = 256
_SCHEMA = """
CREATE TABLE IF NOT EXISTS calls (
    key TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    model TEXT NOT NULL,
    revision TEXT NOT NULL,
    prompt_hash TEXT NOT NULL,
    seed INTEGER,
    sample_index INTEGER NOT NULL,
    request BLOB,
    state TEXT NOT NULL CHECK (state IN ('claimed', 'answered', 'failed')),
    owner TEXT NOT NULL,
    lease_until REAL NOT NULL,
    reply TEXT NOT NULL DEFAULT '',
    finish_reason TEXT NOT NULL DEFAULT '',
    parse_state TEXT NOT NULL DEFAULT '',
    tokens_in INTEGER NOT NULL DEFAULT 0,
    tokens_out INTEGER NOT NULL DEFAULT 0,
    seconds REAL NOT NULL DEFAULT 0,
    error TEXT NOT NULL DEFAULT '',
    attempts INTEGER NOT NULL DEFAULT 0,
    answers INTEGER NOT NULL DEFAULT 0,
    created REAL NOT NULL,
    updated REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS calls_by_model ON calls (model, kind);
CREATE INDEX IF NOT EXISTS claims ON calls (owner) WHERE state = 'claimed';
"""
_CLAIM = """
INSERT INTO calls (key, kind, model, revision, prompt_hash, seed, sample_index, request,
                   state, owner, lease_until, created, updated)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'claimed', ?, ?, ?, ?)
ON CONFLICT (key) DO UPDATE
SET state = 'claimed', owner = excluded.owner, lease_until = excluded.lease_until, updated = excluded.updated
WHERE calls.state = 'failed' OR (calls.state = 'claimed' AND calls.lease_until < excluded.updated)
RETURNING key
"""
_STORE = """
UPDATE calls
SET state = ?, reply = ?, finish_reason = ?, tokens_in = ?, tokens_out = ?, seconds = ?, error = ?,
    attempts = attempts + ?, answers = answers + ?, updated = ?
WHERE key = ? AND state != 'answered'
"""
_FOUND = """
SELECT key, reply, finish_reason, tokens_in, tokens_out, seconds, attempts FROM calls
WHERE state = 'answered' AND key IN (SELECT value FROM json_each(?))
"""


class CallLedger:
    """The open ledger file.

    Args:
        path: The SQLite file; it and its folder are created. Keep it outside the folders of pipeline
            outputs: it is what a rerun starts from.
        lease_seconds: How long a claim lasts without renewal.
        keep_requests: Whether to keep what was asked (compressed) beside what came back.

    Raises:
        DataError: If the file is not a ledger of this version.
    """

    def __init__(self, path: Path, lease_seconds: float = 60.0, keep_requests: bool = True) -> None:
        self.path = Path(path)
        self.owner = new_owner()
        self.lease_seconds = lease_seconds
        self._keep_requests = keep_requests
        self._lock = threading.RLock()
        self._writer: GroupCommitter | None = None
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._connection = _open(self.path)

    def __enter__(self) -> CallLedger:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Commit what is queued and close the file."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        self._connection.close()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Lend the connection for queries."""
        with self._lock:
            yield self._connection

    def find(self, keys: Iterable[str]) -> dict[str, ChatReply]:
        """Return the stored replies among ``keys``, marked as cached."""
        with self._lock:
            rows = self._connection.execute(_FOUND, (json.dumps(list(keys)),)).fetchall()
        return {
            key: ChatReply(reply, reason, tokens_in, tokens_out, seconds, cached=True, attempts=attempts)
            for key, reply, reason, tokens_in, tokens_out, seconds, attempts in rows
        }

    def claim(self, calls: Sequence[Call], limit: int | None = None) -> list[Call]:
        """Claim at most ``limit`` calls that nobody has answered or holds, and return them in order.

        Calls that failed before are claimed again. Claims of processes that died on this host are free
        at once; those of others when their lease expires.
        """
        self._committer()  # renews the leases from now on
        with self._transaction() as connection:
            self._free_dead_claims(connection)
        claimed: list[Call] = []
        for start in range(0, len(calls), _CLAIMED_TOGETHER):
            left = None if limit is None else limit - len(claimed)
            claimed += self._claim_some(calls[start : start + _CLAIMED_TOGETHER], left)
        return claimed

    def _claim_some(self, calls: Sequence[Call], limit: int | None) -> list[Call]:
        """Claim in one transaction; what is large is compressed before it begins."""
        requests = [
            zlib.compress(call.request.encode("ascii")) if self._keep_requests else None for call in calls
        ]
        claimed: list[Call] = []
        with self._transaction() as connection:
            now = time.time()
            for call, request in zip(calls, requests, strict=True):
                if len(claimed) == limit:
                    break
                identity = (call.key, call.kind, call.model, call.revision, call.prompt_hash, call.seed)
                lease = (call.sample_index, request, self.owner, now + self.lease_seconds, now, now)
                if connection.execute(_CLAIM, (*identity, *lease)).fetchone() is not None:
                    claimed.append(call)
        return claimed

    def store(self, key: str, reply: ChatReply) -> None:
        """Queue the reply to a claimed call; it is stored once ``flush`` returned.

        A first answer is never overwritten; a second one only raises the row's ``answers``.
        """
        answered = reply.answered
        values = (
            "answered" if answered else "failed",
            _storable(reply.text),
            reply.finish_reason,
            reply.tokens_in,
            reply.tokens_out,
            reply.seconds,
            _storable(reply.error),
            reply.attempts,
            int(answered),
        )

        def write(connection: sqlite3.Connection) -> None:
            stored = connection.execute(_STORE, (*values, time.time(), key)).rowcount
            if not stored and answered:
                connection.execute("UPDATE calls SET answers = answers + 1 WHERE key = ?", (key,))

        self._committer().put(write)

    def note_parse(self, states: Mapping[str, str]) -> None:
        """Record how each reply could be read; durable with the next ``flush``."""
        rows = [(state, key) for key, state in states.items()]
        self._committer().put(
            lambda connection: connection.executemany("UPDATE calls SET parse_state = ? WHERE key = ?", rows)
        )

    def flush(self) -> None:
        """Wait until every queued reply is committed."""
        if self._writer is not None:
            self._writer.flush()

    def release(self, keys: Iterable[str]) -> None:
        """Give up this ledger's claims among ``keys`` so that anyone may take them at once."""
        with self._transaction() as connection:
            connection.execute(
                "UPDATE calls SET lease_until = 0 WHERE state = 'claimed' AND owner = ?"
                " AND key IN (SELECT value FROM json_each(?))",
                (self.owner, json.dumps(list(keys))),
            )

    def _free_dead_claims(self, connection: sqlite3.Connection) -> None:
        owners = connection.execute("SELECT DISTINCT owner FROM calls WHERE state = 'claimed'").fetchall()
        for (owner,) in owners:
            if is_dead(owner):
                connection.execute(
                    "UPDATE calls SET lease_until = 0 WHERE state = 'claimed' AND owner = ?", (owner,)
                )

    def _renew(self) -> None:
        with self._transaction() as connection:
            connection.execute(
                "UPDATE calls SET lease_until = ? WHERE state = 'claimed' AND owner = ? AND lease_until > 0",
                (time.time() + self.lease_seconds, self.owner),
            )

    def _commit(self, writes: list[Write]) -> None:
        with self._transaction() as connection:
            for write in writes:
                write(connection)

    def _committer(self) -> GroupCommitter:
        if self._writer is not None:  # without the lock, which a commit holds while it syncs
            return self._writer
        with self._lock:
            if self._writer is None:
                self._writer = GroupCommitter(self._commit, self._renew, self.lease_seconds / 3)
            return self._writer

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=60.0, isolation_level=None, check_same_thread=False)
    try:
        _switch_to_wal(connection)
        connection.execute("PRAGMA synchronous = FULL")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, SCHEMA_VERSION):
            raise DataError(
                f"a call ledger of version {version}, but this program reads version {SCHEMA_VERSION}.",
                path=path,
                hint="Export it with the program that wrote it, or name another file.",
            )
        if version == 0:
            connection.executescript(
                f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
            )
    except sqlite3.DatabaseError as error:
        connection.close()
        raise DataError(
            f"cannot be opened as a call ledger ({error}).",
            path=path,
            hint="Name another file, or see whether the disk is full or another program holds it.",
        ) from error
    except DataError:
        connection.close()
        raise
    return connection


def _switch_to_wal(connection: sqlite3.Connection) -> None:
    """Set WAL mode; SQLite does not wait by itself when another process is doing the same."""
    deadline = time.monotonic() + 30.0
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def _storable(text: str) -> str:
    """Replace lone surrogates, which SQLite cannot store."""
    return text.encode("utf-8", errors="replace").decode("utf-8")
