import pytest

from streamrecall.errors import DataError
from streamrecall.exports.detect import FORMATS


def test_unknown_text_lists_what_was_tried(read) -> None:
    with pytest.raises(DataError, match="unknown format") as caught:
        read("Once upon a time there was a lake. It was deep.\nNobody spoke.\n")
    assert all(one.NAME in str(caught.value) for one in FORMATS)


def test_nearest_match_is_named(read) -> None:
    with pytest.raises(DataError, match="nearest match is plain transcript"):
        read("A long story about many things.\n" * 20 + "Ruta: hi\n")


@pytest.mark.parametrize(
    ("content", "what"), [(b"%PDF-1.7 x", "PDF"), (b"\x89PNG\r\n", "picture"), (b"", "empty")]
)
def test_what_is_no_chat_is_named(read, content: bytes, what: str) -> None:
    with pytest.raises(DataError, match=what):
        read(content)


def test_cut_json_says_the_line(read) -> None:
    with pytest.raises(DataError, match=r"input:3: broken JSON.*export it again"):
        read('{"name": "x",\n"messages": [\n{"id": 1, "te')


def test_file_without_messages_is_an_error(read) -> None:
    with pytest.raises(DataError, match="no messages in this Discord JSON file"):
        read({"guild": {"id": "1"}, "channel": {"id": "2", "name": "x"}, "messages": []})


def test_zip_without_a_chat_is_an_error(read) -> None:
    with pytest.raises(DataError, match="none of its 2 files is a chat export"):
        read({"a.bin": b"\0\1\2", "b.txt": "once upon a time"}, members=True)


def test_missing_file_is_an_error(tmp_path) -> None:
    from streamrecall.exports.reader import read_export

    with pytest.raises(DataError, match="cannot be read"):
        read_export(tmp_path / "absent.txt")
