# ruff: noqa: E501
from .conftest import rows


def chat(*messages: dict, **more: object) -> dict:
    base = {
        "type": "message",
        "date": "2024-03-04T11:00:00",
        "date_unixtime": "1709546400",
        "from": "Iris",
        "from_id": "u1",
    }
    return {
        "name": "Plot",
        "type": "private_group",
        "id": 77,
        "messages": [{**base, **one} for one in messages],
        **more,
    }


NINE = "2024-03-04T10:00:00Z"


def test_poll_task_list_media_edit_and_service(listed) -> None:
    found = listed(
        chat(
            {"id": 1, "text": "", "poll": {"question": "Where?", "total_voters": 3,
                                             "answers": [{"text": "Lake", "voters": 2}, {"text": "Town", "voters": 1}]}},
            {"id": 2, "text": "", "todo_list": {"title": "Sunday", "answers": [{"text": "water"}, {"text": "weed"}]}},
            {"id": 3, "text": "", "photo": "photos/photo_1@04-03-2024.jpg"},
            {"id": 4, "text": "report", "file": "(File not included. Change data exporting settings to download.)",
             "file_name": "plan.pdf", "edited": "2024-03-04T12:00:00"},
            {"id": 5, "type": "service", "actor": "Owen", "actor_id": "u2", "action": "pin_message", "message_id": 1, "text": ""},
            {"id": 6, "text": [{"type": "text_link", "text": "here", "href": "https://e.example/x"}, " ok"],
             "reply_to_message_id": 2},
            {"id": 7, "text": "", "media_type": "sticker", "file": "stickers/s.webp", "sticker_emoji": "🙂"},
        )
    )  # fmt: skip
    assert [(one["text"], one["kind"]) for one in found[:4]] == [
        ("Where?\n- Lake (2)\n- Town (1)", "poll"),
        ("Sunday\n- water\n- weed", "poll"),
        ("", "media"),
        ("report", "message"),
    ]
    assert found[2]["media"] == ["photo_1@04-03-2024.jpg"]
    assert (found[3]["media"], found[3]["edited"]) == (["plan.pdf"], True)
    assert (found[4]["speaker"], found[4]["kind"]) == ("Owen", "system")
    assert (found[5]["text"], found[5]["reply_to"]) == ("here (https://e.example/x) ok", 1)
    assert (found[6]["kind"], found[6]["media"]) == ("media", ["s.webp"])


def test_without_unix_time_the_date_is_local(read) -> None:
    content = {"name": "P", "type": "personal_chat", "id": 5,
               "messages": [{"id": 1, "type": "message", "date": "2019-03-04T11:00:00", "from": "I", "from_id": 5, "text": "x"}]}  # fmt: skip
    export = read(content)
    assert export.messages[0].time == "2019-03-04T11:00:00"
    assert any("local" in note for note in export.notes)


def test_two_chats_of_one_name_stay_apart(read) -> None:
    one, other = chat({"id": 1, "text": "a"}), chat({"id": 1, "text": "b"}, id=78)
    export = read({"about": "", "chats": {"list": [one, other, {"name": "empty", "id": 9, "messages": []}]}})
    assert export.conversations == ("Plot (77)", "Plot (78)")
    assert [turn.index for turn in export.turns] == [0, 0]
    assert len({turn.turn_id for turn in export.turns}) == 2
    assert export.counts.skipped == {"chats without messages": 1}


def test_reply_into_the_same_chat_by_peer_and_into_another(listed) -> None:
    found = listed(
        chat(
            {"id": 1, "text": "a"},
            {"id": 2, "text": "b", "reply_to_message_id": 1, "reply_to_peer_id": "channel77"},
            {"id": 3, "text": "c", "reply_to_message_id": 1, "reply_to_peer_id": "channel78"},
        )
    )
    assert [one.get("reply_to") for one in found] == [None, 0, -1]


def test_lone_surrogate_is_replaced_and_said(read) -> None:
    export = read('{"name": "P", "type": "personal_chat", "id": 5, "messages": [{"id": 1, "type": "message", '
                  '"date_unixtime": "1709546400", "from": "I", "from_id": "u5", "text": "a\\ud83d b"}]}')  # fmt: skip
    assert rows_of(export) == [("I", "a\ufffd b", NINE, "message")]
    assert export.warnings


def rows_of(export) -> list[tuple]:
    from streamrecall.exports.writing import entries

    return rows(entries(export))


def test_mention_of_someone_without_a_user_name(listed) -> None:
    text = [
        "ask ",
        {"type": "mention_name", "text": "Owen", "user_id": 5},
        " or ",
        {"type": "mention", "text": "@iris_v"},
    ]
    assert listed(chat({"id": 1, "text": text}))[0]["text"] == "ask @Owen or @iris_v"
