# ruff: noqa: E501, RUF001
from .conftest import rows


def test_full_width_colons_brackets_and_times(listed) -> None:
    assert rows(listed("田中：はい。\n佐藤：いいえ。\n田中：では\n")) == [
        ("田中", "はい。", None, "message"),
        ("佐藤", "いいえ。", None, "message"),
        ("田中", "では", None, "message"),
    ]
    assert rows(listed("[00:00:05] Ruta: hi\n[00:01:10] Emil (chair): yes: ok\n[00:02:00] Ruta: bye\n")) == [
        ("Ruta", "hi", "PT5S", "message"),
        ("Emil (chair)", "yes: ok", "PT70S", "message"),
        ("Ruta", "bye", "PT120S", "message"),
    ]


def test_headings_and_sentences_are_no_speakers(read) -> None:
    export = read(
        "Interview\nDate: 4 March 2024\nPlace: Riga\n\nRuta: first thing.\nPlease note: it rains.\nNote: bring boots\n"
        "Emil: right.\n\nSecond paragraph.\nRuta: ok\n"
    )
    assert [(m.speaker, m.text) for m in export.messages] == [
        ("Ruta", "first thing.\nPlease note: it rains.\nNote: bring boots"),
        ("Emil", "right.\n\nSecond paragraph."),
        ("Ruta", "ok"),
    ]
    assert export.counts.skipped == {"lines before the talk": 3}


def test_interview_letters(listed) -> None:
    assert [one["speaker"] for one in listed("Q: why?\nA: because.\nQ: when?\nA: in May: late.\n")] == [
        "Q",
        "A",
        "Q",
        "A",
    ]


def test_nicknames_bold_labels_and_coded_labels(listed) -> None:
    assert rows(listed("[10:01] <ada> hi: all\n[10:02:30] <@ben> yes\n")) == [
        ("ada", "hi: all", "T10:01:00", "message"),
        ("ben", "yes", "T10:02:30", "message"),
    ]
    assert [(one["speaker"], one["text"]) for one in listed("**Ruta:** one\n\n**Emil**: two\n")] == [
        ("Ruta", "one"),
        ("Emil", "two"),
    ]
    assert [
        (one["speaker"], one["text"])
        for one in listed("HOLM [00:01:02]: I came.\nREEVE: By train?\nHOLM: No.\n")
    ] == [
        ("HOLM", "I came."),
        ("REEVE", "By train?"),
        ("HOLM", "No."),
    ]
