"""WhatsApp: ``.txt`` or ``.zip`` of Android and iPhone, any locale."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import date

from streamrecall.exports.dayorder import DateOrder, NumericDate, OrderDecision, decide_order
from streamrecall.exports.message import Draft, Kind, Parsed
from streamrecall.exports.source import Source
from streamrecall.exports.whatsapp_body import clean_name, describe, is_about, split_name
from streamrecall.exports.whatsapp_header import Header, read_header
from streamrecall.exports.whatsapp_words import MARKS

NAME = "WhatsApp"
_FIRST_YEAR = 2009  # the year WhatsApp appeared
_HEAD_LINES = 60
_MARK = re.compile(f"[{MARKS}]")
_DATED_FILE = re.compile(
    r"(?:\d{8}-[A-Z]+-(\d{4})-(\d\d)-(\d\d)-\d\d-\d\d-\d\d|[A-Z]{3}-(\d{4})(\d\d)(\d\d)-WA\d{4})\b"
)


@dataclass(slots=True)
class _Record:
    """A header, its line and the lines that follow it up to the next header."""

    header: Header
    head: str
    lines: list[str] = field(default_factory=list)

    @property
    def written(self) -> str:
        return self.head[: self.header.end]

    @property
    def rest(self) -> str:
        return self.head[self.header.end :]


def sniff(source: Source) -> float:
    """Return how surely this is a WhatsApp chat (0 to 1)."""
    if not source.is_file:
        return 1.0 if _chats(source) else 0.0
    head = [line for line in source.text[:20_000].split("\n") if line.strip()][:_HEAD_LINES]
    found = [position for position, line in enumerate(head) if read_header(line.rstrip("\r"))]
    if not found:
        return 0.0
    if found[0] == 0:
        return 0.97
    return 0.9 if len(found) * 3 >= len(head) else 0.8 if len(found) > 1 else 0.45


def read(source: Source) -> Parsed:
    """Read a chat; in an archive the chat's own text file, or every chat when there are several."""
    if source.is_file:
        return _read_chat(source)
    parsed = Parsed()
    chats = _chats(source)
    for name in chats:
        one = _read_chat(source.open(name))
        one.notes.insert(0, source.open(name).decoded.note)
        for draft in one.messages:
            draft.chat = name if len(chats) > 1 else ""
            draft.chat_name = source.open(name).stem
        parsed.absorb(one)
    parsed.notes.append(
        f"{len(source.names) - len(chats)} other files in the archive are only named, not read"
    )
    return parsed


def _chats(source: Source) -> list[str]:
    texts = [name for name in source.names if name.lower().endswith(".txt")]
    own = [name for name in texts if name.rsplit("/", 1)[-1].lower() == "_chat.txt"]
    own = own or [name for name in texts if "whatsapp" in name.rsplit("/", 1)[-1].lower()]
    return [name for name in own or texts if sniff(source.open(name)) >= 0.9]


def _read_chat(source: Source) -> Parsed:
    parsed = Parsed()
    records = _records(source, parsed)
    decision = _order(records)
    parsed.notes.append(f"dates: {decision.order} ({decision.reason}); times are local, without zone")
    parsed.warnings += decision.warnings
    _warn_of_periods(records, parsed)
    split = [split_name(record.rest) for record in records]
    labels = Counter(label for label, _ in split if label)
    names = frozenset(clean_name(label) for label in labels)
    marked = "\u200e" in source.text
    days: dict[NumericDate, date | None] = {}
    for record, (label, words) in zip(records, split, strict=True):
        written = record.header.written
        if written not in days:
            days[written] = written.read(decision.order)
        about = label is not None and labels[label] == 1 and is_about(label, names)
        draft = _draft(record, *((None, record.rest) if about else (label, words)), marked)
        draft.time = record.header.at(days[written])
        parsed.messages.append(draft)
    return parsed


def _records(source: Source, parsed: Parsed) -> list[_Record]:
    records: list[_Record] = []
    style = ""
    quoted = 0
    for line in source.lines:
        header = read_header(line)
        if header is not None and style and header.style != style:
            quoted, header = quoted + 1, None
        if header is not None:
            style = header.style
            records.append(_Record(header, line))
        elif records:
            records[-1].lines.append(line)
        elif line.strip():
            parsed.skipped["lines before the first message"] += 1
    if quoted:
        parsed.warnings.append(f"{quoted} lines look like headers of another kind of phone; kept as words")
    return records


def _draft(record: _Record, label: str | None, words: str, marked: bool) -> Draft:
    body = "\n".join([words, *record.lines]) if record.lines else words
    draft = Draft(None, "", None, key="\n".join([record.head, *record.lines]).rstrip())
    name = "" if label is None else clean_name(label)
    if not name:
        draft.kind, draft.text = Kind.SYSTEM, _MARK.sub("", body).strip()
        return draft
    draft.speaker = name
    describe(draft, body, marked)
    return draft


def _order(records: list[_Record]) -> OrderDecision:
    known: list[tuple[NumericDate, date]] = []
    for record in records:
        match = _DATED_FILE.search(record.head, record.header.end) if "-20" in record.head else None
        if match is not None:
            year, month, day = (int(part) for part in match.groups() if part is not None)
            try:
                known.append((record.header.written, date(year, month, day)))
            except ValueError:
                continue
    return decide_order(
        [record.header.written for record in records],
        known=known,
        preference=_preference(records),
        earliest_year=_FIRST_YEAR,
    )


def _preference(records: list[_Record]) -> tuple[DateOrder, DateOrder, DateOrder]:
    """Month first only in the style of the United States: ``3/5/24, 6:17 PM``, unpadded."""
    heads = [record.written for record in records]
    american = all("/" in head for head in heads) and any(re.search(r"[AP]M\b", head) for head in heads)
    padded = any(re.match(r"\W*0\d", head) for head in heads)
    if american and not padded:
        return DateOrder.MDY, DateOrder.DMY, DateOrder.YMD
    return DateOrder.DMY, DateOrder.MDY, DateOrder.YMD


def _warn_of_periods(records: list[_Record], parsed: Parsed) -> None:
    unknown = {record.header.period for record in records} - {"", "am", "pm"}
    if len(unknown) > 1 and all(record.header.hour <= 12 for record in records):
        parsed.warnings.append(f"unknown day periods {sorted(unknown)}: hours are taken as written")
