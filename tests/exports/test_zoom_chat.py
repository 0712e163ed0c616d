from .conftest import rows


def test_private_lines_dates_and_names_with_to(listed) -> None:
    found = listed(
        "2024-03-04 10:01:00 From Jo to the Max to Alva Strand(Direct Message):\r\n\tpsst\r\n"
        "2024-03-04 10:02:00 From Alva Strand to Everyone:\r\n\tline one\r\n\r\n\tline two\r\n"
    )
    assert rows(found) == [
        ("Jo to the Max", "psst", "2024-03-04T10:01:00", "message"),
        ("Alva Strand", "line one\n\nline two", "2024-03-04T10:02:00", "message"),
    ]
    assert (found[0]["private"], found[0]["to"]) == (True, "Alva Strand")


def test_older_one_line_form_and_cloud_form(listed) -> None:
    assert rows(
        listed(
            "10:01:00\t From Jo Meyer to Everyone : see https://e.example/a: ok\n10:01:05\t From Alva : hi\n"
        )
    ) == [
        ("Jo Meyer", "see https://e.example/a: ok", "T10:01:00", "message"),
        ("Alva", "hi", "T10:01:05", "message"),
    ]
    assert rows(listed("00:12:05\tEdda Mohr:\tHello: all\n01:00:00\tBo:\tyes\n")) == [
        ("Edda Mohr", "Hello: all", "PT725S", "message"),
        ("Bo", "yes", "PT3600S", "message"),
    ]


def test_reply_to_the_latest_match_and_to_nothing(listed) -> None:
    head = "From Jo Meyer to Everyone:"
    found = listed(
        f"10:00:00 {head}\n\tLunch is open\n10:01:00 {head}\n\tLunch is open until noon\n"
        f'10:02:00 {head}\n\tReplying to "Lunch is o..."\n\n\tsoup\n'
        f'10:03:00 {head}\n\tReplying to "gone"\n\n\twhat?\n'
        f'10:04:00 {head}\n\tReacted to "soup" with "👏🏽"\n'
    )
    assert [(one["text"], one["kind"], one.get("reply_to")) for one in found[2:]] == [
        ("soup", "message", 1),
        ("what?", "message", -1),
        ("👏🏽", "reaction", 2),
    ]


def test_named_receiver_is_private_and_carriage_returns_alone_end_lines(listed) -> None:
    found = listed(
        "10:01:00 From Jo to Alva Strand:\r\tpsst\r10:01:05 From Jo to Hosts and panelists:\r\thi\r"
    )
    assert [(one["text"], one.get("private"), one.get("to")) for one in found] == [
        ("psst", True, "Alva Strand"),
        ("hi", None, None),
    ]
