"""Where a run begins that follows an earlier one."""

from pathlib import Path

import pytest

from streamrecall.catchup.last_seen import LastSeen, default_state_file
from streamrecall.errors import ConfigError, DataError
from streamrecall.records import Turn


def turns(count, prefix="t", first=0):
    return [
        Turn("chat", index, f"{prefix}{index}", "Ann", "hi", time=f"2026-03-{index + 1:02}T09:00:00")
        for index in range(first, first + count)
    ]


@pytest.fixture
def state(tmp_path):
    return tmp_path / "deep" / "state.json"


def test_what_was_shown_is_known_in_the_next_run(state):
    seen = LastSeen(state)
    assert seen.count(turns(5), Path("a.txt")) is None
    seen.mark(turns(5), Path("a.txt"))
    seen.save()
    assert LastSeen(state).count(turns(8), Path("a.txt")) == 5


def test_a_later_export_under_another_name_and_with_a_shorter_range_is_known(state):
    seen = LastSeen(state)
    seen.mark(turns(5), Path("a.txt"))
    assert seen.count(turns(8)[3:], Path("a (1).txt")) == 2


def test_where_the_marked_turn_is_gone_its_time_decides(state):
    seen = LastSeen(state)
    seen.mark(turns(5), Path("a.txt"))
    assert seen.count(turns(8, "other"), Path("a.txt")) == 5
    assert seen.count(turns(8, "other"), Path("b.txt")) is None


def test_conversations_are_marked_apart(state):
    seen = LastSeen(state)
    chats = {"a": turns(3, "a"), "b": turns(4, "b")}
    seen.mark(chats["a"], Path("x.zip"))
    assert seen.counts(chats, Path("y.zip")) == {"a": 3, "b": None}


def test_one_mark_per_conversation_is_kept(state):
    seen = LastSeen(state)
    for count in range(1, 9):
        seen.mark(turns(count), Path("a.txt"))
    seen.save()
    assert state.read_text(encoding="utf-8").count("turn_id") == 1
    assert [entry.name for entry in state.parent.iterdir()] == ["state.json"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "5",
        "null",
        "[" * 100_000,
        '{"version": 1, "marks": {"a": 1}}',
        '{"version": 1, "marks": [{"path": "p", "conversation": "d", "turn_id": "t", "time": 5}]}',
        '{"version": 9, "marks": []}',
        '{"version": 1, "marks": [{"x": 1}]}',
    ],
)
def test_another_file_is_refused(tmp_path, text):
    path = tmp_path / "state.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"state\.json: is not a file of last-seen marks"):
        LastSeen(path)


def test_marks_are_kept_in_the_users_state_directory(monkeypatch, tmp_path):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert default_state_file() == tmp_path / "streamrecall" / "last_seen.json"


def test_a_file_that_cannot_be_read_or_written_is_named(tmp_path):
    with pytest.raises(DataError, match="is not a file of last-seen marks"):
        LastSeen(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="is not a file of last-seen marks"):
        LastSeen(tmp_path / "file" / "state.json")
    marks = LastSeen(tmp_path / "later" / "state.json")
    (tmp_path / "later").write_text("")
    with pytest.raises(ConfigError, match="cannot keep what was shown"):
        marks.save()


def test_a_source_whose_name_is_no_utf8_is_known_again(state):
    source = Path("caf\udce9.txt")
    first = LastSeen(state)
    first.mark(turns(3), source)
    first.save()
    assert LastSeen(state).count(turns(5), source) == 3
