# ruff: noqa: E501
import io

import webvtt

from .conftest import rows


def test_two_voices_in_one_cue_classes_entities_and_notes(listed) -> None:
    found = listed(
        "WEBVTT - made by hand\n\nNOTE a remark\nover two lines\n\nSTYLE\n::cue { color: red }\n\n"
        "intro\n00:01.000 --> 00:02.000 position:10%\n<v.loud Ben &lt;Ops&gt;>Hi &amp; bye</v> <v Ana>Yo</v>\n\n"
        "00:02.000 --> 00:03.000\n<c.yellow>plain</c> <i>words</i> 3 < 4\n\n"
        "00:03.000 --> 00:04.000\n\n"
        "NOTE late remark\n\n00:04.000 --> 00:05.000\n[door slams]\n"
    )
    assert rows(found) == [
        ("Ben <Ops>", "Hi & bye", "PT1S", "message"),
        ("Ana", "Yo", "PT1S", "message"),
        (None, "plain words 3 < 4", "PT2S", "message"),
        (None, "[door slams]", "PT4S", "system"),
    ]


def test_a_person_who_says_the_same_twice_is_kept(listed) -> None:
    found = listed(
        "1\n00:00:01,000 --> 00:00:02,000\nNo.\n\n2\n00:00:02,000 --> 00:00:03,000\nNo.\n\n3\n00:00:05,000 --> 00:00:06,000\nYes.\n"
    )
    assert [one["text"] for one in found] == ["No.", "No.", "Yes."]


def test_rolling_subrip_without_word_times(read) -> None:
    lines = ["one", "two", "three", "four", "five"]
    cues = [
        f"{n + 1}\n00:00:0{n},000 --> 00:00:0{n + 1},000\n" + "\n".join(lines[max(0, n - 1) : n + 1]) + "\n"
        for n in range(5)
    ]
    export = read("\n".join(cues))
    assert [one.text for one in export.messages] == lines
    assert export.counts.skipped == {"repeated caption lines": 4}


def test_sentence_with_a_colon_is_no_speaker_but_capitals_are(listed) -> None:
    found = listed(
        "1\n00:00:01,000 --> 00:00:02,000\nHe said: go home.\n\n2\n00:00:02,500 --> 00:00:03,000\n{\\an8}JOHN: Why?\n\n"
        "3\n00:00:03,500 --> 00:00:04,000\nBecause.\n\n4\n00:00:04,500 --> 00:00:05,000\n1987\n"
    )
    assert [(one["speaker"], one["text"]) for one in found] == [
        (None, "He said: go home."),
        ("JOHN", "Why?"),
        (None, "Because."),
        (None, "1987"),
    ]


def test_subrip_without_blank_lines_between_cues(listed) -> None:
    found = listed("1\n00:00:01,000 --> 00:00:02,000\nHello\n2\n00:00:02,000 --> 00:00:03,000\nthere\n")
    assert [one["text"] for one in found] == ["Hello", "there"]


def test_clean_file_agrees_with_webvtt(listed) -> None:
    text = "WEBVTT\n\n" + "\n".join(
        f"00:00:{n:02d}.250 --> 00:00:{n + 1:02d}.000\nline {n}\nmore\n" for n in range(20)
    )
    theirs = [
        (f"PT{one.start_in_seconds + 0.25:g}S", one.text.replace("\n", " "))
        for one in webvtt.from_buffer(io.StringIO(text))
    ]
    assert [(one["time"], one["text"]) for one in listed(text)] == theirs


def test_zoom_captions_with_pronouns_and_hours(listed) -> None:
    found = listed(
        "WEBVTT\r\n\r\n1\r\n01:00:04.120 --> 01:00:07.300\r\nEdda Mohr (she/her): Note: the code is\r\n\r\n"
        "2\r\n01:00:08.600 --> 01:00:09.900\r\n4410\r\n"
    )
    assert rows(found) == [
        ("Edda Mohr (she/her)", "Note: the code is", "PT3604.12S", "message"),
        (None, "4410", "PT3608.6S", "message"),
    ]


def test_names_written_small_where_captions_name_their_speakers(listed) -> None:
    found = listed(
        "WEBVTT\n\n00:01.000 --> 00:02.000\nedda mohr: hi\n\n00:03.000 --> 00:04.000\nBo: yes\n\n"
        "00:05.000 --> 00:06.000\nedda mohr: well\n"
    )
    assert [one["speaker"] for one in found] == ["edda mohr", "Bo", "edda mohr"]
