"""Reading the call ledger: list, filter, export, and what the calls of each model cost."""

from __future__ import annotations

import csv
import json
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

from streamrecall.models.ledger import CallLedger


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One call as the ledger keeps it.

    Attributes:
        state: ``answered``, ``failed``, or ``claimed`` while it is being made or where a run was killed.
        parse_state: How the reply could be read; empty where nobody has read it yet.
        attempts: Times the engine asked, over all runs.
        answers: Times an answer was paid for; above 1 only where a process outlived its own lease.
        created: ISO 8601, UTC.
        request: What was asked, as JSON; empty where the ledger does not keep it.
    """

    key: str
    kind: str
    model: str
    revision: str
    prompt_hash: str
    seed: int | None
    sample_index: int
    state: str
    reply: str
    finish_reason: str
    parse_state: str
    tokens_in: int
    tokens_out: int
    seconds: float
    error: str
    attempts: int
    answers: int
    created: str
    updated: str
    request: str


_NAMES = tuple(field.name for field in fields(LedgerRow))


@dataclass(frozen=True, slots=True)
class RowFilter:
    """Which rows to read; None or empty does not filter. ``prompt_hash`` may be the start of one."""

    model: str | None = None
    kind: str | None = None
    state: str | None = None
    finish_reason: str | None = None
    parse_state: str | None = None
    prompt_hash: str | None = None

    def where(self) -> tuple[str, list[str]]:
        """Return the SQL condition and its values."""
        conditions, values = ["1"], []
        for column in ("model", "kind", "state", "finish_reason", "parse_state"):
            value = getattr(self, column)
            if value is not None:
                conditions.append(f"{column} = ?")
                values.append(value)
        if self.prompt_hash:
            conditions.append("substr(prompt_hash, 1, length(?)) = ?")
            values += [self.prompt_hash, self.prompt_hash]
        return " AND ".join(conditions), values


@dataclass(frozen=True, slots=True)
class ModelCost:
    """A row of ReMEMBER's Table 10: what the calls of one model cost.

    Attributes:
        calls: Calls with an answer, each counted once.
        failed: Calls that ended without one.
        cut_off: Answers that the token limit cut off.
        unreadable: Answers that could not be parsed.
        seconds_per_call: Mean over the answered calls.
    """

    kind: str
    model: str
    revision: str
    calls: int
    failed: int
    cut_off: int
    unreadable: int
    tokens_in: int
    tokens_out: int
    seconds: float
    seconds_per_call: float


def read_rows(
    ledger: CallLedger, row_filter: RowFilter | None = None, limit: int | None = None
) -> Iterator[LedgerRow]:
    """Yield the rows that pass the filter, oldest first."""
    where, values = (row_filter or RowFilter()).where()
    query = f"SELECT {', '.join(_NAMES)} FROM calls WHERE {where} ORDER BY created, key LIMIT ?"
    with ledger.reading() as connection:
        for row in connection.execute(query, [*values, -1 if limit is None else limit]):
            call: dict[str, Any] = dict(zip(_NAMES, row, strict=True))
            request = call["request"]
            call["request"] = "" if request is None else zlib.decompress(request).decode("ascii")
            call["created"], call["updated"] = _iso(call["created"]), _iso(call["updated"])
            yield LedgerRow(**call)


def export_rows(ledger: CallLedger, target: Path | TextIO, row_filter: RowFilter | None = None) -> int:
    """Write rows as JSON Lines, or as CSV where the path ends in ``.csv``; return how many."""
    rows = read_rows(ledger, row_filter)
    if not isinstance(target, Path):
        return _write_json_lines(rows, target)
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("w", encoding="utf-8", newline="") as file:
        return _write_csv(rows, file) if target.suffix == ".csv" else _write_json_lines(rows, file)


def model_costs(ledger: CallLedger) -> list[ModelCost]:
    """Return calls, tokens and seconds per call by model (Table 10), models in alphabetical order."""
    query = """
        SELECT kind, model, revision,
               sum(state = 'answered'), sum(state = 'failed'), sum(finish_reason = 'length'),
               sum(parse_state = 'malformed'), sum(tokens_in), sum(tokens_out), sum(seconds),
               coalesce(avg(CASE WHEN state = 'answered' THEN seconds END), 0)
        FROM calls WHERE state != 'claimed' GROUP BY kind, model, revision ORDER BY kind, model, revision
    """
    with ledger.reading() as connection:
        return [ModelCost(*row) for row in connection.execute(query)]


def _write_json_lines(rows: Iterator[LedgerRow], file: TextIO) -> int:
    count = 0
    for count, row in enumerate(rows, start=1):  # noqa: B007
        file.write(json.dumps(asdict(row), ensure_ascii=False) + "\n")
    return count


def _write_csv(rows: Iterator[LedgerRow], file: TextIO) -> int:
    writer = csv.DictWriter(file, _NAMES, lineterminator="\n")
    writer.writeheader()
    count = 0
    for count, row in enumerate(rows, start=1):  # noqa: B007
        writer.writerow(asdict(row))
    return count


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
