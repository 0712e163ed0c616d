"""Following a file that grows."""

import json
from dataclasses import replace

import pytest
from catchup_samples import line, quick_tools, sample_turns, write_jsonl

from streamrecall.catchup.follow import Follower
from streamrecall.catchup.window_choice import LastMessages


@pytest.fixture
def turns(repository):
    return sample_turns(repository)


def grow(path, turns):
    with path.open("a", encoding="utf-8") as file:
        file.write("".join(line(turn) for turn in turns))


def test_only_what_is_new_is_told_and_embedded(tmp_path, turns):
    path = write_jsonl(tmp_path / "chat.jsonl", turns[:500])
    tools = quick_tools()
    follower = Follower(path, tools)
    assert follower.start() == []
    assert follower.poll() == []
    grow(path, turns[500:520])
    (first,) = follower.poll()
    assert [turn.text for turn in first.window] == [turn.text for turn in turns[500:520]]
    assert first.coverage.history_turns == 500
    before = tools.embedder.embedded
    grow(path, turns[520:530])
    (second,) = follower.poll()
    assert second.coverage.window_turns == 10
    assert second.coverage.history_turns == 520
    assert tools.embedder.embedded - before < 400  # a selection of the history, never all of it again
    assert follower.poll() == []


def test_a_short_history_is_embedded_once_while_the_file_grows(tmp_path, turns):
    path = write_jsonl(tmp_path / "chat.jsonl", turns[:100])
    tools = quick_tools()
    follower = Follower(path, tools)
    follower.start()
    grow(path, turns[100:110])
    follower.poll()
    before = tools.embedder.embedded
    grow(path, turns[110:112])
    follower.poll()
    points_and_new_turns = 2 * 10 + 12
    assert tools.embedder.embedded - before <= points_and_new_turns


def test_a_window_to_begin_with(tmp_path, turns):
    path = write_jsonl(tmp_path / "chat.jsonl", turns[:300])
    (digest,) = Follower(path, quick_tools()).start(LastMessages(12))
    assert digest.coverage.window_turns == 12
    assert digest.coverage.history_turns == 288


def test_half_a_line_waits_until_it_is_whole(tmp_path, turns):
    path = write_jsonl(tmp_path / "chat.jsonl", turns[:20])
    follower = Follower(path, quick_tools())
    follower.start()
    whole = line(turns[20])
    with path.open("a", encoding="utf-8") as file:
        file.write(whole[:15])
    assert follower.poll() == []
    with path.open("a", encoding="utf-8") as file:
        file.write(whole[15:])
    (digest,) = follower.poll()
    assert digest.window[0].text == turns[20].text


def test_a_message_put_in_earlier_in_the_file_is_told_once(tmp_path, turns):
    path = write_jsonl(tmp_path / "chat.jsonl", turns[:30])
    follower = Follower(path, quick_tools())
    follower.start()
    late = replace(turns[40], turn_id="late")
    write_jsonl(path, [*turns[:10], late, *turns[10:30]])
    (digest,) = follower.poll()
    assert [turn.text for turn in digest.window] == [late.text]
    assert follower.poll() == []


def test_a_file_that_vanishes_is_waited_for(tmp_path, turns):
    path = write_jsonl(tmp_path / "chat.jsonl", turns[:30])
    follower = Follower(path, quick_tools())
    follower.start()
    path.unlink()
    assert follower.poll() == []
    write_jsonl(path, turns[:31])
    (digest,) = follower.poll()
    assert digest.coverage.window_turns == 1


def test_a_log_of_named_lines_is_followed(tmp_path):
    path = tmp_path / "meeting.log"
    path.write_text("Ann: We met the caterer.\nBo: He was nice.\n", encoding="utf-8")
    follower = Follower(path, quick_tools())
    follower.start()
    with path.open("a", encoding="utf-8") as file:
        file.write("Ann: We decided to book the caterer for June.\n")
    (digest,) = follower.poll()
    assert [point.text for point in digest.decisions] == ["We decided to book the caterer for June."]


def test_conversations_are_followed_apart(tmp_path):
    path = tmp_path / "chats.jsonl"

    def write(*pairs):
        rows = [{"channel": channel, "speaker": "Ann", "text": text} for channel, text in pairs]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")

    write(("a", "One of them"), ("b", "Two of them"))
    follower = Follower(path, quick_tools(), conversations=["b"])
    follower.start()
    write(("a", "One of them"), ("b", "Two of them"), ("a", "Three"), ("b", "We decided to stay home."))
    (digest,) = follower.poll()
    assert digest.conversation == "b"
