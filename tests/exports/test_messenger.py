# ruff: noqa: E501
from .conftest import rows


def thread(*messages: dict, path: str = "inbox/x_1") -> dict:
    return {
        "participants": [{"name": "Zo\u00c3\u00ab"}],
        "messages": list(messages),
        "title": "Zo\u00c3\u00ab",
        "thread_path": path,
    }


def test_kinds_and_text_that_is_no_mojibake(listed) -> None:
    found = listed(
        thread(
            {
                "sender_name": "Ola",
                "timestamp_ms": 1709546405000,
                "call_duration": 12,
                "content": "Ola called you.",
            },
            {"sender_name": "Ola", "timestamp_ms": 1709546404000, "is_unsent": True},
            {
                "sender_name": "Ola",
                "timestamp_ms": 1709546403000,
                "content": "Reacted \u00f0\u009f\u0091\u008d to your message ",
            },
            {
                "sender_name": "Ola",
                "timestamp_ms": 1709546402000,
                "photos": [{"uri": "messages/inbox/x_1/photos/a.jpg"}],
            },
            {"sender_name": "Zo\u00c3\u00ab", "timestamp_ms": 1709546401000, "content": "caf\u00e9"},
            {
                "sender_name": "Zo\u00c3\u00ab",
                "timestamp_ms": 1709546401000,
                "content": "earlier in the same instant",
            },
        )
    )
    assert rows(found) == [
        ("Zoë", "earlier in the same instant", "2024-03-04T10:00:01Z", "message"),
        ("Zoë", "café", "2024-03-04T10:00:01Z", "message"),
        ("Ola", "", "2024-03-04T10:00:02Z", "media"),
        ("Ola", "👍", "2024-03-04T10:00:03Z", "reaction"),
        ("Ola", "", "2024-03-04T10:00:04Z", "deleted"),
        ("Ola", "Ola called you.", "2024-03-04T10:00:05Z", "system"),
    ]
    assert found[2]["media"] == ["a.jpg"]


def test_parts_of_a_thread_are_joined_in_time_order(listed) -> None:
    part = "your_activity/messages/inbox/x_1/message_"
    found = listed(
        {
            f"{part}1.json": thread({"sender_name": "A", "timestamp_ms": 3000, "content": "new"}),
            f"{part}2.json": thread({"sender_name": "A", "timestamp_ms": 1000, "content": "old"}),
            "your_activity/messages/inbox/y_2/message_1.json": thread(
                {"sender_name": "B", "timestamp_ms": 2000, "content": "other"}, path="inbox/y_2"
            ),
        },
        members=True,
    )
    assert [one["text"] for one in found] == ["old", "new", "other"]
    assert [one["conversation"] for one in found] == ["Zoë"] * 3


def test_encrypted_chat_download(listed) -> None:
    content = {"participants": ["A", "Zoë"], "threadName": "Zoë_7", "messages": [
        {"senderName": "Zoë", "text": "hej", "timestamp": 1709546400000, "isUnsent": False, "media": [], "type": "text"}]}  # fmt: skip
    assert rows(listed(content)) == [("Zoë", "hej", "2024-03-04T10:00:00Z", "message")]
