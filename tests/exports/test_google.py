# ruff: noqa: E501, RUF001
from .conftest import rows


def message(number: int, **more: object) -> dict:
    return {"creator": {"name": "Mona", "email": "m@e.example"}, "topic_id": f"t{number}", "message_id": f"s/t{number}/{number}",
            "created_date": "Tuesday, June 18, 2024 at 7:12:05\u202fPM UTC", **more}  # fmt: skip


def test_quoted_message_wins_over_topic_and_email_stands_in(listed) -> None:
    found = listed(
        {
            "messages": [
                message(1, text="a"),
                message(2, text="b", creator={"email": "r@e.example"}),
                message(3, text="c", topic_id="t1", quoted_message_metadata={"message_id": "s/t2/2"}),
                message(4, text="d", topic_id="t1"),
            ]
        }
    )
    assert [one["speaker"] for one in found][1] == "r@e.example"
    assert [one.get("reply_to") for one in found] == [None, None, 1, 0]
    assert found[0]["time"] == "2024-06-18T19:12:05Z"


def test_dates_in_another_language(listed) -> None:
    assert listed({"messages": [message(1, text="a", created_date="mardi 18 juin 2024 à 19:12:05 UTC")]})[0][
        "time"
    ] == ("2024-06-18T19:12:05Z")


def test_takeout_folder_of_several_spaces(listed) -> None:
    found = listed(
        {
            "Takeout/Google Chat/Groups/DM a/messages.json": {"messages": [message(1, text="a")]},
            "Takeout/Google Chat/Groups/Space b/messages.json": {"messages": [message(1, text="b")]},
            "Takeout/Google Chat/Groups/Space b/group_info.json": {"name": "Rota"},
        },
        members=True,
    )
    assert [(one["conversation"], one["text"]) for one in found] == [("DM a", "a"), ("Rota", "b")]


def test_meet_transcript_with_a_turn_over_two_paragraphs(listed) -> None:
    found = listed(
        "Rota (2024-05-21 10:02 GMT+2) – Transcript\n\nAttendees\nNora Bell, Haruto Mori\n\nTranscript\n\n00:00:00\n\n"
        "Nora Bell: Morning.\nThree things: keys.\n\nHaruto Mori: Go.\n\n01:05:00\n\nNora Bell: Done: bye.\n\n"
        "Meeting ended after 01:06:12 👋\n\nThis editable transcript was computer generated and might contain errors."
    )
    assert rows(found)[:3] == [
        ("Nora Bell", "Morning.\nThree things: keys.", "PT0S", "message"),
        ("Haruto Mori", "Go.", "PT0S", "message"),
        ("Nora Bell", "Done: bye.", "PT3900S", "message"),
    ]
    assert rows(found)[3:] == [(None, "Meeting ended after 01:06:12 👋", "PT3972S", "system")]
