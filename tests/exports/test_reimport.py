# ruff: noqa: E501
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrecall.exports.reader import Export, read_export
from streamrecall.exports.reimport import new_turns

LINES = [
    "05/03/2024, 10:00 - Ana: ok\n",
    "05/03/2024, 10:00 - Ana: ok\n",
    "05/03/2024, 10:00 - Bo: ok\n",
    "06/03/2024, 10:00 - Ana: two\nlines\n",
    "14/03/2024, 10:00 - Bo: late\n",
]


def ids(export: Export) -> list[str]:
    return [turn.turn_id for turn in export.turns]


def test_identical_messages_of_one_minute_have_their_own_stable_ids(read) -> None:
    first, second = read("".join(LINES)), read("".join(LINES))
    assert len(set(ids(first))) == len(LINES)
    assert ids(first) == ids(second)


@given(st.integers(1, len(LINES)))
@settings(max_examples=10)
def test_longer_export_adds_only_what_is_new(tmp_path_factory: pytest.TempPathFactory, length: int) -> None:
    path = tmp_path_factory.mktemp("chat") / "chat.txt"
    path.write_text("".join(LINES[:length]))
    known = ids(read_export(path))
    path.write_text("".join(LINES))
    longer = read_export(path)
    assert ids(longer)[:length] == known
    assert [turn.turn_id for turn in new_turns(known, longer)] == ids(longer)[length:]


def test_ids_do_not_depend_on_the_day_month_order_or_the_file_name(tmp_path) -> None:
    early, late = tmp_path / "early.txt", tmp_path / "renamed later.txt"
    early.write_text("1/2/24, 6:00 PM - A: x\n1/3/24, 6:00 PM - A: y\n")
    late.write_text("1/2/24, 6:00 PM - A: x\n1/3/24, 6:00 PM - A: y\n14/3/24, 6:00 PM - A: z\n")
    first, second = read_export(early), read_export(late)
    assert first.messages[0].time != second.messages[0].time
    assert [turn.text for turn in new_turns(ids(first), second)] == ["z"]


def test_an_edited_message_of_a_product_with_ids_is_not_new(read) -> None:
    def chat(text: str) -> dict:
        return {"name": "P", "type": "personal_chat", "id": 5, "messages": [
            {"id": 1, "type": "message", "date_unixtime": "1709546400", "from": "I", "from_id": "u5", "text": text}]}  # fmt: skip

    assert new_turns(ids(read(chat("at nine"))), read(chat("at ten"))) == ()


def test_turns_point_to_turns(read) -> None:
    export = read("id,speaker,text,reply_to\n1,A,x,\n2,B,y,1\n3,B,z,9\n")
    assert [turn.reply_to for turn in export.turns] == [None, export.turns[0].turn_id, None]
    assert [turn.index for turn in export.turns] == [0, 1, 2]
