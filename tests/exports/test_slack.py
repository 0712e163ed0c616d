# ruff: noqa: E501
from .conftest import rows

USERS = [
    {"id": "U1", "name": "nia", "profile": {"display_name": "nia.o", "real_name": "Nia Okoro"}},
    {"id": "U2", "name": "tom", "real_name": "Tom Arden", "profile": {"display_name": "", "real_name": ""}},
]
CHANNELS = [{"id": "C2", "name": "zebra"}, {"id": "C1", "name": "general"}]


def export(*days: list[dict], **more: object) -> dict:
    files = {f"general/2024-03-0{number}.json": day for number, day in enumerate(days, start=4)}
    return {"channels.json": CHANNELS, "users.json": USERS, **files, **more}


def message(ts: str, text: str, **more: object) -> dict:
    return {"type": "message", "user": "U1", "ts": ts, "text": text, **more}


def test_markup_of_the_text_field(listed) -> None:
    text = (
        "<@U2> see <https://e.example/a?b=1&amp;c=2|the plan> in <#C2|old-name>, <!here> &lt;now&gt; *bold* "
        "<https://e.example/> <mailto:a@e.example|a@e.example> <!subteam^S1|@ops> <!date^1^{date}|4 March> <@U9>"
    )
    assert listed(export([message("1709546400.000100", text)]), members=True)[0]["text"] == (
        "@Tom Arden see the plan (https://e.example/a?b=1&c=2) in #zebra, @here <now> *bold* "
        "https://e.example/ a@e.example @ops 4 March @U9"
    )


def test_several_channels_in_the_order_of_their_list(listed) -> None:
    found = listed(
        export([message("2.000001", "b")], **{"zebra/2024-03-04.json": [message("9.000001", "z")]}),
        members=True,
    )
    assert [(one["conversation"], one["text"]) for one in found] == [("zebra", "z"), ("general", "b")]


def test_edits_and_deletions_are_applied_to_their_message(read) -> None:
    found = read(
        export(
            [message("1.000001", "at nine"), message("2.000001", "secret"), message("3.000001", "typo", edited={"ts": "4"})],
            [
                {"type": "message", "subtype": "message_changed", "ts": "8.000001", "message": message("1.000001", "at ten")},
                {"type": "message", "subtype": "message_deleted", "ts": "9.000001", "deleted_ts": "2.000001",
                 "previous_message": message("2.000001", "secret")},
            ],
        ),
        members=True,
    )  # fmt: skip
    assert [(m.text, m.kind.value, m.edited) for m in found.messages] == [
        ("at ten", "message", True),
        ("", "deleted", False),
        ("typo", "message", True),
    ]
    assert sum(found.counts.skipped.values()) == 2


def test_tombstone_bot_card_share_and_missing_parent(listed) -> None:
    found = listed(
        export(
            [
                {"type": "message", "subtype": "tombstone", "user": "USLACKBOT", "ts": "1.000001",
                 "text": "This message was deleted.", "hidden": True},
                {"type": "message", "subtype": "bot_message", "username": "alarm", "bot_id": "B1", "ts": "2.000001",
                 "text": "", "attachments": [{"title": "Queue", "text": "is full", "fallback": "x", "footer": "ops",
                                              "fields": [{"title": "Depth", "value": "500"}]}]},
                message("3.000001", "", attachments=[{"is_share": True, "author_name": "Tom", "text": "old words"}]),
                message("4.000001", "late", thread_ts="0.000009"),
                message("5.000001", "", files=[{"id": "F1", "name": "plan.pdf"}, {"id": "F2", "mode": "tombstone"}]),
            ]
        ),
        members=True,
    )  # fmt: skip
    assert [(one["speaker"], one["text"], one["kind"]) for one in found] == [
        (None, "", "deleted"),
        ("alarm", "Queue\nis full\nDepth: 500", "message"),
        ("nia.o", "old words", "message"),
        ("nia.o", "late", "message"),
        ("nia.o", "", "media"),
    ]
    assert found[2]["forwarded_from"] == "Tom"
    assert found[3]["reply_to"] == -1
    assert found[4]["media"] == ["plan.pdf"]


def test_copy_in_two_files_is_read_once_and_counted(read) -> None:
    found = read(
        export([message("1.000001", "hi")], [message("1.000001", "hi"), message("bad", "no clock")]),
        members=True,
    )
    assert [m.text for m in found.messages] == ["hi", "no clock"]
    assert found.counts.skipped == {"copies of a message": 1}
    assert found.counts.without_time == 1


def test_folder_and_zip_inside_a_folder_read_the_same(tmp_path, read, listed) -> None:
    from streamrecall.exports.reader import read_export
    from streamrecall.exports.writing import entries

    from .conftest import as_bytes

    content = export([message("1709546400.000100", "hi")])
    for name, value in content.items():
        (tmp_path / "workspace" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "workspace" / name).write_bytes(as_bytes(value))
    nested = {f"workspace/{name}": value for name, value in content.items()}
    expected = [("nia.o", "hi", "2024-03-04T10:00:00.0001Z", "message")]
    assert rows(entries(read_export(tmp_path / "workspace"))) == expected
    assert rows(listed(nested, members=True)) == expected


def test_broken_day_is_said_and_the_rest_is_read(read) -> None:
    found = read(
        export([message("1.000001", "hi")], **{"general/2024-03-09.json": '[{"type": '}), members=True
    )
    assert [m.text for m in found.messages] == ["hi"]
    assert found.counts.skipped == {"broken day files": 1}
    assert "2024-03-09.json" in found.warnings[0]
