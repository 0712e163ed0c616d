import io
import stat
import zipfile
from pathlib import Path

import pytest

from streamrecall.errors import DataError
from streamrecall.exports import archive
from streamrecall.exports.archive import open_folder, open_zip
from streamrecall.exports.reader import read_export

CHAT = "12/03/2024, 09:10 - Jon: hi\n"


def write(path: Path, *members: tuple[zipfile.ZipInfo | str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members:
            file.writestr(name, content)
    return path


@pytest.mark.parametrize("name", ["../up.txt", "/etc/chat.txt", "a/../../b.txt", "C:/chat.txt", "..\\up.txt"])
def test_paths_that_leave_the_archive_are_refused(tmp_path: Path, name: str) -> None:
    path = write(tmp_path / "x.zip", ("_chat.txt", CHAT.encode()), (name, b"x"))
    with pytest.raises(DataError, match="refused"):
        read_export(path)


def test_links_are_refused_in_zip_and_folder(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("link.txt")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with pytest.raises(DataError, match="a link"):
        read_export(write(tmp_path / "x.zip", ("_chat.txt", CHAT.encode()), (link, b"/etc/passwd")))
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "_chat.txt").symlink_to("/etc/hostname")
    with pytest.raises(DataError, match="link inside the folder"):
        read_export(folder)


def test_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = write(tmp_path / "x.zip", ("_chat.txt", CHAT.encode()), ("zeros.txt", bytes(5_000_000)))
    with pytest.raises(DataError, match="times its size"):
        read_export(path)


def test_total_and_count_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "x.zip", *((f"WhatsApp {n}.txt", CHAT.encode() * 20) for n in range(5)))
    assert read_export(path).counts.read == 100
    monkeypatch.setattr(archive, "MAX_READ_BYTES", 1000)
    with pytest.raises(DataError, match="would be unpacked"):
        read_export(path)
    monkeypatch.setattr(archive, "MAX_MEMBERS", 4)
    with pytest.raises(DataError, match="more than 4"):
        open_zip(path)


def test_damaged_and_encrypted_archives_are_data_errors(tmp_path: Path) -> None:
    whole = write(tmp_path / "x.zip", ("_chat.txt", CHAT.encode() * 500)).read_bytes()
    (tmp_path / "cut.zip").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(DataError, match="damaged zip"):
        read_export(tmp_path / "cut.zip")
    flipped = bytearray(whole)
    flipped[60] ^= 0xFF
    (tmp_path / "flipped.zip").write_bytes(bytes(flipped))
    with pytest.raises(DataError, match="damaged entry"):
        read_export(tmp_path / "flipped.zip")
    locked = bytearray(whole)
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.index(signature) + offset] |= 1
    (tmp_path / "locked.zip").write_bytes(bytes(locked))
    with pytest.raises(DataError, match="encrypted"):
        read_export(tmp_path / "locked.zip")


@pytest.mark.parametrize(
    ("encoding", "name"), [("utf-8", "雑談/chat.txt"), ("shift_jis", "雑談と会議のおしらせ/東京の予定.txt")]
)
def test_names_without_the_utf8_flag_are_recovered(tmp_path: Path, encoding: str, name: str) -> None:
    buffer = io.BytesIO()
    placeholder = "n" * len(name.encode(encoding))
    write(buffer, (placeholder, CHAT.encode()))
    path = tmp_path / "x.zip"
    path.write_bytes(buffer.getvalue().replace(placeholder.encode(), name.encode(encoding)))
    opened = open_zip(path)
    assert [member.name for member in opened.members] == [name]
    assert opened.recovered_names


def test_junk_of_operating_systems_is_no_member(tmp_path: Path) -> None:
    path = write(tmp_path / "x.zip", ("__MACOSX/._a.txt", b"x"), (".DS_Store", b"x"), ("a.txt", b"x"))
    assert [member.name for member in open_zip(path).members] == ["a.txt"]
    (tmp_path / "f").mkdir()
    (tmp_path / "f" / "._b").write_bytes(b"")
    assert open_folder(tmp_path / "f").members == ()
