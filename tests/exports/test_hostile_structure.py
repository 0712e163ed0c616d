"""Shapes that no product writes end in a message or in a `DataError`, never in another error."""

import copy
import io
import json
import os
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import docx
import pytest

from streamrecall.errors import DataError
from streamrecall.exports import archive
from streamrecall.exports.reader import Export, read_export
from streamrecall.exports.times import duration, unix_guess, unix_instant

SLACK = [{"type": "message", "ts": "1700000000.1", "user": "U1", "text": "hi"}]
RICH = [{"type": "rich_text", "elements": [{"elements": [{"type": "text", "text": "hi"}]}]}]
SHAPES = {
    "slack": [SLACK[0] | {"text": "", "blocks": RICH}],
    "telegram": {
        "name": "c",
        "messages": [{"type": "message", "date_unixtime": "1700000000", "from": "A", "text": ["hi"]}],
    },
    "discord": {
        "guild": {"id": "1"},
        "channel": {"id": "1", "name": "c"},
        "messages": [
            {"id": "1", "type": "Default", "timestamp": "2024-01-01T00:00:00Z", "content": "hi",
             "author": {"id": "1", "name": "A"}}
        ],
    },
    "messenger": {
        "participants": [{"name": "A"}],
        "messages": [
            {"sender_name": "A", "timestamp_ms": 1700000000000, "content": "hi", "type": "Generic"}
        ],
        "thread_path": "inbox/a_1",
    },
    "teams": {
        "value": [
            {"id": "1", "messageType": "message", "createdDateTime": "2024-01-01T00:00:00Z",
             "from": {"user": {"displayName": "A"}}, "body": {"contentType": "html", "content": "hi"}}
        ]
    },
}  # fmt: skip
STRANGE = ([], {}, [[]], [{}], None, True, 1, 1e400, "1e999999", "\ud800", "1e900000")


def places(value: object, above: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """The paths to everything inside a value."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*above, key)
        yield from places(part, (*above, key))


@pytest.mark.parametrize("form", SHAPES)
def test_any_value_may_stand_anywhere(read: Callable[..., Export], form: str) -> None:
    assert [turn.text for turn in read(SHAPES[form]).turns] == ["hi"]
    for place in places(SHAPES[form]):
        for strange in STRANGE:
            changed = copy.deepcopy(SHAPES[form])
            inner = changed
            for key in place[:-1]:
                inner = inner[key]
            inner[place[-1]] = strange
            try:
                export = read(json.dumps(changed))
            except DataError:
                continue
            "".join(turn.render() + turn.dialogue_id for turn in export.turns).encode()


@pytest.mark.parametrize("number", ["1e900000", "1e999999", "1e-999999", "-1e900000", "1e999999999999999999"])
def test_numbers_of_any_size_are_judged_at_once(number: str) -> None:
    start = time.perf_counter()
    assert unix_instant(number) in (None, "1970-01-01T00:00:00Z")
    assert unix_guess(number) in (None, "1970-01-01T00:00:00Z")
    assert duration(number) in (None, "PT0S", "PT-0S")
    assert time.perf_counter() - start < 1


def nested(depth: int, inner: object, wrap: Callable[[object], object]) -> object:
    for _ in range(depth):
        inner = wrap(inner)
    return inner


@pytest.mark.parametrize(
    "content",
    [
        [SLACK[0] | {"text": "", "blocks": [{"type": "rich_text", "elements": [
            nested(300, {"type": "text", "text": "x"}, lambda inner: {"elements": [inner]})]}]}],
        {"name": "c", "messages": [{"type": "message", "date_unixtime": "1700000000", "from": "A",
                                    "text": nested(600, "x", lambda inner: [inner])}]},
        {"value": [SHAPES["teams"]["value"][0] | {
            "body": {"contentType": "html", "content": "<div>" * 5000 + "x" + "</div>" * 5000}}]},
    ],
    ids=["slack", "telegram", "teams"],
)  # fmt: skip
def test_deep_nesting_is_refused(read: Callable[..., Export], content: object) -> None:
    with pytest.raises(DataError, match="nested too deeply"):
        read(content)


def bomb() -> bytes:
    document = docx.Document()
    document.add_paragraph("Ann: " + "a" * 9_000_000)
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def test_a_word_file_in_an_archive_is_checked_like_one_outside(read: Callable[..., Export]) -> None:
    for inside in (False, True):
        with pytest.raises(DataError, match="times its size"):
            read({"a.docx": bomb()} if inside else bomb(), members=inside)


def test_word_files_spend_the_budget_of_their_archive(
    read: Callable[..., Export], monkeypatch: pytest.MonkeyPatch
) -> None:
    document = docx.Document()
    document.add_paragraph("Ann: hi\nBo: yes")
    buffer = io.BytesIO()
    document.save(buffer)
    with zipfile.ZipFile(buffer) as inside:
        unpacked = sum(info.file_size for info in inside.infolist())
    two = {"a.docx": buffer.getvalue(), "b.docx": buffer.getvalue()}
    assert len(read(two, members=True).messages) == 4
    monkeypatch.setattr(archive, "MAX_READ_BYTES", unpacked + 2 * len(buffer.getvalue()) + 1)
    with pytest.raises(DataError, match="would be unpacked"):
        read(two, members=True)


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2, zipfile.ZIP_DEFLATED])
def test_damaged_entries_of_any_compression(tmp_path: Path, method: int) -> None:
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w", method) as made:
        made.writestr("_chat.txt", "12/03/2024, 09:10 - Jon: hi\n" * 50)
        size = made.infolist()[0].compress_size
    raw = bytearray(path.read_bytes())
    start = 30 + len("_chat.txt")
    raw[start + 12 : start + size - 4] = b"\xff" * (size - 16)
    path.write_bytes(raw)
    with pytest.raises(DataError, match=r"damaged entry '_chat\.txt'"):
        read_export(path)


def test_a_second_entry_of_one_name_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("_chat.txt", "12/03/2024, 09:10 - Jon: first\n")
        with pytest.warns(UserWarning, match="Duplicate name"):
            made.writestr("_chat.txt", "12/03/2024, 09:10 - Jon: last\n12/03/2024, 09:11 - Jon: yes\n")
    export = read_export(path)
    assert [turn.text for turn in export.turns] == ["last", "yes"]
    assert export.counts.skipped == {"files of the archive with the name of a later one": 1}


def test_what_is_no_file_or_folder_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(DataError, match="neither a file nor a folder"):
            read_export(path)
    for name in ("a" * 300, "a\0b"):
        with pytest.raises(DataError, match="cannot be read"):
            read_export(tmp_path / name)


def test_names_that_are_no_utf8_become_names_that_are(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    folder.mkdir()
    for name in (b"one\xe9.txt", b"two\xe9.txt"):
        Path(os.fsdecode(os.fsencode(folder) + b"/" + name)).write_text("12/03/2024, 09:10 - Jon: hi\n" * 2)
    for path, names in (
        (folder, ("one\ufffd", "two\ufffd")),
        (next(iter(sorted(folder.iterdir()))), ("one\ufffd",)),
    ):
        assert read_export(path).conversations == names


def test_a_header_with_a_line_break_is_one_header(read: Callable[..., Export]) -> None:
    export = read('speaker,"text\nmore",time\nAnna,hi,2024-01-01T10:00:00\nBo,yes,2024-01-01T10:01:00\n')
    assert [(turn.speaker, turn.text) for turn in export.turns] == [("Anna", "hi"), ("Bo", "yes")]


@pytest.mark.parametrize(
    ("body", "line", "messages"),
    [
        ('Ann,hi\nBo,"open\nAnn,lost\nBo,lost\n', 5, 2),
        ('Ann,hi\nBo,"open\nAnn,"lost"\nBo,kept\n', 5, 3),
        ('Ann,"two\nlines"\nBo,"said ""no"""\n', None, 2),
    ],
)
def test_a_quotation_mark_that_swallows_rows_is_named(
    read: Callable[..., Export], body: str, line: int | None, messages: int
) -> None:
    export = read("sep=,\n\nspeaker,text\n" + body)
    assert len(export.messages) == messages
    assert [warning.split(":")[0] for warning in export.warnings] == ([f"line {line}"] if line else [])


def test_a_deletion_that_names_no_message_blanks_none(read: Callable[..., Export]) -> None:
    untimed = {"type": "message", "user": "U2", "text": "important"}
    export = read([*SLACK, untimed, {"type": "message", "subtype": "message_deleted", "user": "U1"}])
    assert [(turn.text, message.kind) for turn, message in zip(export.turns, export.messages, strict=True)][
        :2
    ] == [("hi", "message"), ("important", "message")]
