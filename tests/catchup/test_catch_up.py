"""The Python API, on files as products write them."""

import json

import pytest
from catchup_samples import quick_tools, sample_turns, write_jsonl

import streamrecall
from streamrecall.catchup import catch_up, to_json
from streamrecall.errors import ConfigError, DataError

WHATSAPP = """04/03/2024, 09:00 - Messages and calls are end-to-end encrypted.
04/03/2024, 09:01 - Ann: The other caterer wants 450 euros for the summer party.
04/03/2024, 09:05 - Bo: That is a lot for soup.
05/03/2024, 10:00 - Ann: We decided to take the other caterer.
05/03/2024, 10:02 - Bo: Who tells the office?
05/03/2024, 18:30 - Ann: <Media omitted>
"""


@pytest.fixture
def whatsapp(tmp_path):
    path = tmp_path / "WhatsApp Chat with Party.txt"
    path.write_text(WHATSAPP, encoding="utf-8")
    return path


def test_a_whatsapp_chat_since_a_day(whatsapp):
    result = catch_up(whatsapp, since="2024-03-05", tools=quick_tools())
    (digest,) = result.conversations
    (decision,) = digest.decisions
    assert decision.text == "We decided to take the other caterer."
    (context,) = decision.context
    assert (context.phrase, context.turn.speaker) == ("the other caterer", "Ann")
    assert "450 euros" in context.text
    assert [point.text for point in digest.questions] == ["Who tells the office?"]
    assert digest.coverage.skipped == {"media without words": 1}
    assert digest.coverage.history_turns == 3
    assert "6 messages read" in result.notes[0]


def test_several_chats_are_told_apart_and_one_can_be_chosen(tmp_path):
    rows = [
        {"channel": channel, "speaker": "Ann", "text": f"We decided to paint the {channel} room blue."}
        for channel in ("north", "south")
    ]
    path = tmp_path / "chats.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    both = catch_up(path, tools=quick_tools())
    assert [digest.conversation for digest in both.conversations] == ["north", "south"]
    one = catch_up(path, conversations=["south"], tools=quick_tools())
    assert [digest.conversation for digest in one.conversations] == ["south"]
    with pytest.raises(ConfigError, match=r"no conversation 'nort'.*north"):
        catch_up(path, conversations=["nort"], tools=quick_tools())


def test_an_empty_window_is_no_news(whatsapp):
    result = catch_up(whatsapp, since="2025-01-01", tools=quick_tools())
    assert result.conversations == ()
    assert result.without_news == ("WhatsApp Chat with Party",)


def test_a_file_that_is_no_chat_is_an_error(tmp_path):
    path = tmp_path / "x.bin"
    path.write_bytes(b"\x00\x01\x02")
    with pytest.raises(DataError, match=r"x\.bin"):
        catch_up(path)


def test_the_package_offers_it_at_its_root():
    assert streamrecall.catch_up is catch_up


def test_json_names_every_turn(tmp_path, repository):
    turns = sample_turns(repository)
    result = catch_up(write_jsonl(tmp_path / "chat.jsonl", turns), last_messages=40, tools=quick_tools())
    form = json.loads(to_json(result))
    (conversation,) = form["conversations"]
    assert conversation["coverage"]["window_turns"] == 40
    assert conversation["last_turn"]["number"] == len(turns)
    sections = ("happened", "decisions", "action_items", "open_questions")
    points = [point for section in sections for point in conversation[section]]
    assert points
    for point in points:
        assert len(point["turn_ids"]) == len(point["numbers"]) > 0
        assert point["text"] in turns[point["numbers"][0] - 1].text
        assert point["speaker"] == turns[point["numbers"][0] - 1].speaker
