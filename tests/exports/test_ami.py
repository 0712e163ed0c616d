# ruff: noqa: E501
import pytest

from streamrecall.errors import DataError

HEAD = '<?xml version="1.0" encoding="ISO-8859-1"?><nite:root xmlns:nite="http://nite.sourceforge.net/">'


def words(meeting: str, speaker: str, *items: tuple[str, str]) -> str:
    body = "".join(
        f'<w nite:id="{meeting}.{speaker}.{n}" {attributes}>{text}</w>'
        for n, (text, attributes) in enumerate(items)
    )
    return f"{HEAD}{body}</nite:root>"


def test_without_segments_runs_of_one_speaker_in_time_order(listed) -> None:
    files = {
        "w/M1.A.words.xml": words(
            "M1", "A", ("So", 'starttime="1.0"'), (",", 'punc="true"'), ("yes", 'starttime="5.0"')
        ),
        "w/M1.B.words.xml": words("M1", "B", ("Hm", 'starttime="2.0" trunc="true"')),
    }
    assert [(one["speaker"], one["text"], one["time"]) for one in listed(files, members=True)] == [
        ("A", "So,", "PT1S"),
        ("B", "Hm-", "PT2S"),
        ("A", "yes", "PT5S"),
    ]


def test_words_outside_segments_are_counted(read) -> None:
    segment = f'{HEAD}<segment transcriber_start="0.5"><nite:child href="M1.A.words.xml#id(M1.A.0)"/></segment></nite:root>'
    export = read(
        {"w/M1.A.words.xml": words("M1", "A", ("in", ""), ("out", "")), "s/M1.A.segments.xml": segment},
        members=True,
    )
    assert [m.text for m in export.messages] == ["in"]
    assert export.counts.skipped == {"words outside all segments": 1}


def test_declarations_in_xml_are_refused(read) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "b">]>' + HEAD + "<w>&a;</w></nite:root>"
    with pytest.raises(DataError, match="refused: XML"):
        read({"w/M1.A.words.xml": bomb}, members=True)
