from pathlib import Path

import pytest

from streamrecall.corpora.json_fields import Field, read_json, read_jsonl
from streamrecall.errors import DataError


def field(value: object) -> Field:
    return Field(value, Path("talk.json"), "[0].qa")


@pytest.mark.parametrize(
    ("read", "value", "message"),
    [
        ("mapping", [], "expected an object, found a list"),
        ("text", 5, r"expected a string, found a number \(5\)"),
        ("text", None, "expected a string, found null"),
        ("text", "a\ud83d", "half a surrogate pair at character 1"),
        ("word", " \n", "expected a string that is not empty"),
        ("integer", 1.5, r"expected a whole number, found a number \(1\.5\)"),
        ("integer", True, "expected a whole number, found true or false"),
        ("boolean", 1, "expected true or false, found a number"),
        ("scalar", False, "expected a string, found true or false"),
        ("texts", "ab", r"expected a list, found a string \('ab'\)"),
        ("texts", ["a", 1], r"\[1\]: expected a string"),
    ],
)
def test_wrong_kind_names_the_place(read: str, value: object, message: str) -> None:
    with pytest.raises(DataError, match=rf"^talk\.json: \[0\]\.qa.*{message}"):
        getattr(field(value), read)()


def test_missing_key_suggests_the_near_one() -> None:
    with pytest.raises(DataError, match=r"missing key 'evidence'\. Did you mean 'evidences'\?"):
        field({"evidences": []}).key("evidence")
    with pytest.raises(DataError, match=r"missing key 'evidence'\. Found answer, category\."):
        field({"category": 1, "answer": 2}).key("evidence")


def test_optional_reads_null_as_absent() -> None:
    assert field({"a": None}).optional("a") is None
    assert field({}).optional("a") is None
    found = field({"a": 0}).optional("a")
    assert found is not None and found.place == "[0].qa.a"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"a": 1', r"not valid JSON at line 1, column 8.*fetch it again"),
        (b"", r"not valid JSON at line 1, column 1"),
        (b'{"a": 1, "b": 2, "a": 3}', "an object holds the key 'a' twice"),
        (b'"\xff"', "not UTF-8 at byte 1"),
        (b"[" * 100_000, "nested too deeply"),
        (b"1" * 5000, "4300 digits"),
    ],
)
def test_broken_file_names_itself(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "talk.json").write_bytes(content)
    with pytest.raises(DataError, match=rf"talk\.json: .*{message}"):
        read_json(tmp_path / "talk.json")


def test_missing_file_names_itself(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"talk\.json: cannot be read: No such file"):
        read_json(tmp_path / "talk.json")
    with pytest.raises(DataError, match=r"cannot be read: Is a directory"):
        read_json(tmp_path)


def test_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    (tmp_path / "talk.json").write_bytes(b'\xef\xbb\xbf{"a": 1}')
    assert read_json(tmp_path / "talk.json").key("a").integer() == 1


def test_lines_keep_their_numbers(tmp_path: Path) -> None:
    (tmp_path / "talk.jsonl").write_text('{"a": "x\u2028y"}\n\n{"a": 1}\n', encoding="utf-8")
    first, second = read_jsonl(tmp_path / "talk.jsonl")
    assert (first.line, first.key("a").text()) == (1, "x\u2028y")
    with pytest.raises(DataError, match=r"talk\.jsonl:3: a: expected a string"):
        second.key("a").text()
