import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from streamrecall.corpora import json_stream
from streamrecall.corpora.json_stream import starts_with_list, stream_json_list
from streamrecall.errors import DataError

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(alphabet='ab"\\{}[], \n\u00e9\U0001f600'),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(VALUES, max_size=6),
    st.integers(1, 9),
    st.sampled_from([(None, True), (None, False), (1, False)]),
)
def test_streamed_equals_parsed_whole(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    values: list[object],
    chunk: int,
    layout: tuple[int | None, bool],
) -> None:
    """Whatever the pieces in which a file is read, its elements are those of ``json.load``."""
    monkeypatch.setattr(json_stream, "_CHUNK_BYTES", chunk)
    path = tmp_path / "list.json"
    indent, ascii = layout
    path.write_text(json.dumps(values, indent=indent, ensure_ascii=ascii) + "\n", encoding="utf-8")
    assert starts_with_list(path)
    fields = list(stream_json_list(path))
    assert [field.value for field in fields] == values
    assert [field.place for field in fields] == [f"[{position}]" for position in range(len(values))]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b"  \n", "the file is empty"),
        (b'{"a": 1}', "expected a list"),
        (b'[1, {"a": 2', r"the list ends in its element 1\..*fetch it again"),
        (b'["a', "the list ends in its element 0"),
        (b"[1, 2,]", r"\[2\]: not valid JSON"),
        (b"[1 2]", r"\[0\]: not valid JSON"),
        (b"[{]}]", r"\[0\]: not valid JSON"),
        (b"[1] x", "text after the list: 'x'"),
        (b"[1]]", r"text after the list: '\]'"),
        (b'["\xff"]', "not UTF-8 near byte 2"),
        (b'["a", {"b": 1, "b": 2}]', r"\[1\]: an object holds the key 'b' twice"),
    ],
)
def test_broken_list_names_the_element(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "list.json").write_bytes(content)
    with pytest.raises(DataError, match=rf"list\.json: {message}"):
        list(stream_json_list(tmp_path / "list.json"))


def test_elements_come_before_the_file_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text('[{"a": 1}, ' + " " * (2 << 20) + "broken")
    stream = stream_json_list(path)
    assert next(stream).value == {"a": 1}
    with pytest.raises(DataError, match="the list ends in its element 1"):
        next(stream)


def test_missing_file_names_itself(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"list\.json: cannot be read"):
        list(stream_json_list(tmp_path / "list.json"))
