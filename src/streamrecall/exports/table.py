"""Tables of messages: CSV with any delimiter, JSON Lines, a JSON list of records; Discord's CSV."""

from __future__ import annotations

import csv
import io
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from streamrecall.exports.jsontext import first_string, record, records, string
from streamrecall.exports.message import Draft, Kind, Parsed
from streamrecall.exports.source import Source
from streamrecall.exports.table_times import read_times

NAME = "table of messages (CSV, JSON Lines)"
_COLUMNS = {
    "speaker": "speaker author sender from user username user_name name nick nickname display_name "
    "sender_name from_name participant who person role agent autor auteur absender sprecher remitente "
    "locuteur sender_id user_id",
    "text": "text message content body utterance words msg sentence transcript comment dialogue line "
    "nachricht mensaje mensagem texte texto testo contenu inhalt value",
    "time": "time timestamp datetime date_time created_at sent_at created createdat ts when utc datum_zeit "
    "zeit zeitpunkt fecha_hora horodatage date datum fecha data start start_time sent",
    "clock": "clock hour uhrzeit hora heure ora time_of_day",
    "id": "id turn_id message_id msg_id uuid messageid",
    "reply": "reply_to reply_to_id in_reply_to parent_id replyto parent",
    "chat": "conversation conversation_id channel chat room thread dialogue_id dialog_id session_id group",
    "media": "attachments attachment media files file",
    "author_id": "authorid author_id",
}
_NAMES = {name: (role, rank) for role, names in _COLUMNS.items() for rank, name in enumerate(names.split())}
_HEADER_LINES = 20  # a header longer than this has a quotation mark that is never closed
_WRITTEN = ("time", "clock", "author_id", "speaker", "text", "media")
_DELIMITERS = ",;\t|"
_SEPARATOR = re.compile(r"\A\"?sep=.\"?[ \r]*$", re.M)
csv.field_size_limit(min(sys.maxsize, 2**31 - 1))


@dataclass(frozen=True, slots=True)
class _Header:
    """The first record of a CSV file: its cells, the roles of those known, and how many lines it takes."""

    columns: list[str]
    roles: dict[str, str]
    delimiter: str
    height: int


@dataclass(frozen=True, slots=True)
class _Row:
    """One record, its values by role."""

    cells: Mapping[str, object]


def sniff(source: Source) -> float:
    """Return how surely this is a table with a column of words (0 to 1)."""
    if not source.is_file or source.document is not None:
        return 0.0
    if source.text.lstrip().startswith(("{", "[")):
        found, broken = _json_records(source)
        head = found[:50]
        fitting = sum({"text", "speaker"} <= _roles(one).keys() or _only_text(one) for one in head)
        return 0.85 if head and fitting * 2 >= len(head) and broken <= len(found) else 0.0
    roles = _header(_csv_lines(source)[0]).roles
    if "text" not in roles:
        return 0.0
    return 0.92 if "speaker" in roles or "time" in roles else 0.55


def read(source: Source) -> Parsed:
    """Read one message per record; numeric dates in one order for the whole table."""
    parsed = Parsed()
    rows = (
        _json_rows(source, parsed)
        if source.text.lstrip().startswith(("{", "["))
        else _csv_rows(source, parsed)
    )
    times, notes, warnings = read_times([_when(row.cells) for row in rows])
    parsed.notes += notes
    parsed.warnings += warnings
    shared = _shared_names(rows)
    for row, when in zip(rows, times, strict=True):
        cells = row.cells
        draft = Draft(first_string(cells.get("speaker")), string(cells.get("text")), when)
        if draft.speaker in shared and cells.get("author_id"):
            draft.speaker = f"{draft.speaker} ({string(cells['author_id'])})"
        draft.key = string(cells.get("id")) or "\x1f".join(string(cells.get(role)) for role in _WRITTEN)
        draft.reply_key = first_string(cells.get("reply"))
        draft.chat = draft.chat_name = string(cells.get("chat"))
        draft.media = _files(cells.get("media"))
        if draft.media and not draft.text.strip():
            draft.kind = Kind.MEDIA
        parsed.messages.append(draft)
    return parsed


def _json_records(source: Source) -> tuple[list[dict[str, object]], int]:
    value = source.json
    if isinstance(value, list):
        return records(value), len(value) - len(records(value))
    if isinstance(value, dict):
        for key in (
            "messages",
            "turns",
            "utterances",
            "dialogue",
            "meeting_transcripts",
            "transcript",
            "data",
            "items",
        ):
            if found := records(value.get(key)):
                return found, len(value[key]) - len(found)  # type: ignore[arg-type]
        return [value], 0
    return source.json_lines


def _json_rows(source: Source, parsed: Parsed) -> list[_Row]:
    found, broken = _json_records(source)
    if broken:
        parsed.skipped["lines or records that are no JSON object"] += broken
    rows: list[_Row] = []
    for one in found:
        roles = _roles(one)
        if "text" in roles:
            rows.append(_Row({role: one[name] for role, name in roles.items()}))
        else:
            parsed.skipped["records without words"] += 1
    return rows


def _roles(columns: Mapping[str, object] | list[str]) -> dict[str, str]:
    """Role -> column name, known by its first line; of several the one whose name is most usual."""
    best: dict[str, tuple[int, str]] = {}
    for column in columns:
        line = column.strip().partition("\n")[0].strip()
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", line)
        plain = re.sub(r"[\s\-]+", "_", words).casefold().strip("_")
        role, rank = _NAMES.get(plain, _NAMES.get(plain.replace("_", ""), ("", 0)))
        if role and rank < best.get(role, (10_000, ""))[0]:
            best[role] = (rank, column)
    return {role: column for role, (_, column) in best.items()}


def _only_text(one: Mapping[str, object]) -> bool:
    return set(_roles(one)) >= {"text", "time"}


def _csv_lines(source: Source) -> tuple[list[str], int]:
    """Return the lines from the header on, with their ends, and how many lines stand before."""
    text = source.text.replace("\0", "")
    table = _SEPARATOR.sub("", text.lstrip(), count=1).lstrip("\r\n")
    return list(io.StringIO(table, newline="")), text.count("\n") - table.count("\n")


def _header(lines: list[str]) -> _Header:
    """Return the header under the delimiter that gives most columns a role."""
    readings = [_read_header(lines, delimiter) for delimiter in _DELIMITERS]
    return max(readings, key=lambda header: len(header.roles))


def _read_header(lines: list[str], delimiter: str) -> _Header:
    reader = csv.reader(lines[:_HEADER_LINES], delimiter=delimiter)
    try:
        columns = [cell.strip() for cell in next(reader, [])]
    except csv.Error:
        columns = []
    return _Header(columns, _roles(columns), delimiter, reader.line_num)


def _csv_rows(source: Source, parsed: Parsed) -> list[_Row]:
    lines, before = _csv_lines(source)
    header = _header(lines)
    columns, roles, delimiter = header.columns, header.roles, header.delimiter
    body = lines[header.height :]
    reader = csv.reader(body, delimiter=delimiter)
    places = {role: columns.index(name) for role, name in roles.items()}
    rows: list[_Row] = []
    end = 0
    for cells in reader:
        start, end = end, reader.line_num
        if end - start > 1 and _misquoted(body[start:end], delimiter):
            parsed.warnings.append(
                f"line {before + header.height + start + 1}: a quotation mark is not closed where it should "
                f"be; {end - start} lines from there on are taken as one message"
            )
        if not any(cell.strip() for cell in cells):
            parsed.skipped["blank rows"] += 1
            continue
        whole = cells
        if len(cells) > len(columns) and places["text"] == len(columns) - 1:
            whole = [*cells[: len(columns) - 1], delimiter.join(cells[len(columns) - 1 :])]
            parsed.warnings.append(
                "some rows have more cells than columns; the last cells are taken as words"
            )
        elif len(cells) != len(columns):
            parsed.warnings.append("some rows have another number of cells than the header")
        rows.append(_Row({role: whole[place] for role, place in places.items() if place < len(whole)}))
    parsed.warnings = list(dict.fromkeys(parsed.warnings))
    parsed.notes.append(f"columns: {', '.join(f'{role} = {name}' for role, name in roles.items())}")
    return rows


def _misquoted(lines: list[str], delimiter: str) -> bool:
    """Whether a record of several lines only came about by a stray quotation mark."""
    try:
        list(csv.reader(lines, delimiter=delimiter, strict=True))
    except csv.Error:
        return True
    return False


def _when(cells: Mapping[str, object]) -> object:
    when, clock = cells.get("time"), cells.get("clock")
    return f"{string(when)} {string(clock)}" if clock and when else when or clock


def _shared_names(rows: list[_Row]) -> frozenset[str]:
    """Names that stand for more than one account."""
    accounts: dict[str, set[str]] = {}
    for row in rows:
        if row.cells.get("author_id"):
            accounts.setdefault(string(row.cells.get("speaker")), set()).add(string(row.cells["author_id"]))
    return frozenset(name for name, ids in accounts.items() if len(ids) > 1)


def _files(value: object) -> tuple[str, ...]:
    """File names of a cell of addresses or paths, or of a list of them."""
    if isinstance(value, list):
        parts = [string(part) or string(record(part).get("name")) for part in value]
    else:
        parts = re.split(r",(?=\s*(?:https?://|[\w./-]+\.\w{2,5}\b))", string(value))
    paths = (unquote(urlsplit(part.strip()).path) if "://" in part else part.strip() for part in parts)
    return tuple(PurePosixPath(path).name for path in paths if path)
