# ruff: noqa: E501
from .conftest import rows


def author(number: int, name: str, nickname: str | None = None, bot: bool = False) -> dict:
    return {"id": str(number), "name": name, "nickname": nickname or name, "isBot": bot}


def channel(*messages: dict) -> dict:
    base = {"type": "Default", "timestamp": "2024-07-03T16:20:00+02:00", "timestampEdited": None, "content": "",
            "author": author(1, "wren"), "attachments": [], "embeds": [], "stickers": [], "mentions": []}  # fmt: skip
    found = [{**base, "id": str(number), **one} for number, one in enumerate(messages, start=1)]
    return {
        "guild": {"id": "9"},
        "channel": {"id": "8", "name": "harbour"},
        "messages": found,
        "messageCount": len(found),
    }


def test_markup_mentions_and_emoji(listed) -> None:
    found = listed(
        channel(
            {
                "content": "**two** [the plan](https://e.example/p) <@2> <:tide:123> `**raw**` __x__ a__b",
                "mentions": [author(2, "skipper", "Skip")],
            }
        )
    )
    assert found[0]["text"] == "two the plan (https://e.example/p) @Skip :tide: **raw** x a__b"


def test_link_preview_is_not_words_but_a_bot_card_is(listed) -> None:
    preview = {"url": "https://e.example/p", "title": "A page", "description": "about it"}
    card = {"title": "Tide", "description": "", "fields": [{"name": "Level", "value": "3 m"}]}
    found = listed(
        channel(
            {"content": "see https://e.example/p", "embeds": [preview]},
            {"content": "now:", "embeds": [card], "author": author(3, "tidebot", bot=True)},
        )
    )
    assert [one["text"] for one in found] == ["see https://e.example/p", "now:\nTide\nLevel: 3 m"]


def test_kinds_of_records(listed) -> None:
    found = listed(
        channel(
            {"type": "GuildMemberJoin", "content": "Joined the server."},
            {"attachments": [{"fileName": "a.png"}, {"fileName": "b.pdf"}]},
            {"content": "fixed", "timestampEdited": "2024-07-03T16:30:00+02:00"},
            {"type": "19", "content": "answer", "reference": {"messageId": "3"}},
            {"type": "Default", "reference": {"type": "Forward", "messageId": "77"},
             "forwardedMessage": {"content": "from afar", "attachments": [], "embeds": []}},
            {"stickers": [{"id": "1", "name": "wave"}]},
        )
    )  # fmt: skip
    assert rows(found) == [
        ("wren", "Joined the server.", "2024-07-03T14:20:00Z", "system"),
        ("wren", "", "2024-07-03T14:20:00Z", "media"),
        ("wren", "fixed", "2024-07-03T14:20:00Z", "message"),
        ("wren", "answer", "2024-07-03T14:20:00Z", "message"),
        ("wren", "from afar", "2024-07-03T14:20:00Z", "message"),
        ("wren", "", "2024-07-03T14:20:00Z", "media"),
    ]
    assert found[1]["media"] == ["a.png", "b.pdf"]
    assert found[2]["edited"] is True
    assert found[3]["reply_to"] == 2
    assert found[4]["forwarded_from"] == "" and "reply_to" not in found[4]


def test_csv_of_two_accounts_with_one_name(listed) -> None:
    found = listed(
        "AuthorID,Author,Date,Content,Attachments,Reactions\r\n"
        '"1","sam","2024-02-11T09:41:17.0520000+03:00","a, b\n""c""","",""\r\n'
        '"2","sam","2024-02-11T09:42:00.0000000+03:00","","https://x.example/1/my%20plan.pdf?ex=1","👍 (2)"\r\n'
    )
    assert rows(found) == [
        ("sam (1)", 'a, b\n"c"', "2024-02-11T06:41:17.052Z", "message"),
        ("sam (2)", "", "2024-02-11T06:42:00Z", "media"),
    ]
    assert found[1]["media"] == ["my plan.pdf"]


def test_several_channels_in_one_zip(listed) -> None:
    one, other = channel({"content": "a"}), channel({"content": "b"})
    other["channel"] = {"id": "7", "name": "pier"}
    found = listed({"x/harbour.json": one, "x/pier.json": other, "x/a.png": b"\x89PNG"}, members=True)
    assert [(one["conversation"], one["text"]) for one in found] == [("harbour", "a"), ("pier", "b")]
