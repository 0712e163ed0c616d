# ruff: noqa: E501
import pytest

from .conftest import rows


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiters_and_quoted_line_breaks(listed, delimiter: str) -> None:
    lines = [
        ("Sender", "Date", "Message"),
        ("Ana", "2024-03-04 10:00", '"a;b,c|d\n""e"""'),
        ("Bo", "2024-03-04 10:01", "x"),
    ]
    assert rows(listed("\r\n".join(delimiter.join(line) for line in lines))) == [
        ("Ana", 'a;b,c|d\n"e"', "2024-03-04T10:00:00", "message"),
        ("Bo", "x", "2024-03-04T10:01:00", "message"),
    ]


def test_american_dates_with_day_period(listed) -> None:
    found = listed("name,timestamp,text\nA,3/4/2024 12:05 AM,x\nA,3/14/2024 1:05 PM,y\n")
    assert [one["time"] for one in found] == ["2024-03-04T00:05:00", "2024-03-14T13:05:00"]


def test_date_and_clock_columns_ids_and_replies(listed) -> None:
    found = listed(
        "id,date,hour,user,body,reply_to\n7,04.03.2024,10:00,A,x,\n8,14.03.2024,10:01,B,y,7\n9,14.03.2024,10:01,B,z,6\n"
    )
    assert [one["time"] for one in found][:2] == ["2024-03-04T10:00:00", "2024-03-14T10:01:00"]
    assert [one.get("reply_to") for one in found] == [None, 0, -1]


def test_unquoted_delimiters_in_the_last_column_are_words(read) -> None:
    export = read("speaker,text\nA,one, two, three\nB,four\n")
    assert [m.text for m in export.messages] == ["one, two, three", "four"]
    assert export.warnings


def test_broken_and_wordless_json_lines_are_counted(read) -> None:
    export = read(
        '{"speaker": "A", "text": "x", "time": 1709546400}\n{"speaker": "A", "te\n[1]\n{"speaker": "B"}\n{"speaker": "B", "text": ""}\n'
    )
    assert [(m.speaker, m.text, m.time) for m in export.messages] == [
        ("A", "x", "2024-03-04T10:00:00Z"),
        ("B", "", None),
    ]
    assert export.counts.skipped == {
        "lines or records that are no JSON object": 2,
        "records without words": 1,
    }


def test_json_list_and_millisecond_times(listed) -> None:
    assert rows(listed([{"author": "A", "content": "x", "timestamp": 1709546400500}])) == [
        ("A", "x", "2024-03-04T10:00:00.5Z", "message")
    ]


def test_column_of_conversations(read) -> None:
    export = read("channel,speaker,text\none,A,x\ntwo,B,y\none,A,z\n")
    assert export.conversations == ("one", "two")
    assert [(turn.dialogue_id, turn.index) for turn in export.turns] == [("one", 0), ("two", 0), ("one", 1)]


def test_separator_line_zones_and_mail_times(listed) -> None:
    found = listed(
        "sep=;\r\nspeaker;time;text\r\nA;2024-03-04 10:00:00 UTC;x\r\nB;Mon, 04 Mar 2024 11:00:01 +0100;y\r\n"
        "C;2024-03-04T10:00:02+0000;z\r\nD;;\r\n"
    )
    assert [one["time"] for one in found] == [
        "2024-03-04T10:00:00Z",
        "2024-03-04T10:00:01Z",
        "2024-03-04T10:00:02Z",
        None,
    ]


def test_ids_of_rows_do_not_depend_on_the_date_order(read) -> None:
    head = "speaker,time,text\nA,1/2/2024 10:00,x\n"
    first, second = read(head), read(head + "B,1/14/2024 10:00,y\n")
    assert first.messages[0].time != second.messages[0].time
    assert first.turns[0].turn_id == second.turns[0].turn_id


def test_clocks_are_times_of_day_or_counted_from_the_start(listed) -> None:
    head = "speaker\ttime\ttext\n"
    assert [one["time"] for one in listed(f"{head}A\t10:01\tx\nB\t10:02:30\ty\n")] == [
        "T10:01:00",
        "T10:02:30",
    ]
    assert [one["time"] for one in listed(f"{head}A\t0:01\tx\nB\t1:02:03\ty\n")] == ["PT1S", "PT3723S"]
    assert [one["time"] for one in listed(f"{head}A\t1709546400\tx\nB\t1709546400.5\ty\n")] == [
        "2024-03-04T10:00:00Z",
        "2024-03-04T10:00:00.5Z",
    ]
