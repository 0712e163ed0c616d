# ruff: noqa: E501
from .conftest import rows


def word(text: str, start: float | None, speaker: str | None) -> dict:
    return {
        key: value
        for key, value in (("word", text), ("start", start), ("speaker", speaker))
        if value is not None
    }


def test_segment_is_split_where_the_speaker_changes(listed) -> None:
    words = [
        word("Is", 0.5, "A"),
        word("it", 0.7, "A"),
        word("1987", None, None),
        word("Yes.", 1.5, "B"),
        word("Ok.", 2.0, "A"),
    ]
    found = listed(
        {
            "segments": [
                {"start": 0.5, "end": 3.0, "text": " Is it 1987 Yes. Ok.", "speaker": "A", "words": words}
            ]
        }
    )
    assert rows(found) == [
        ("A", "Is it 1987", "PT0.5S", "message"),
        ("B", "Yes.", "PT1.5S", "message"),
        ("A", "Ok.", "PT2S", "message"),
    ]


def test_bare_list_empty_segment_and_music(read) -> None:
    export = read(
        [
            {"start": 0, "text": " "},
            {"start": 61.2345, "text": "(upbeat music)"},
            {"start": 62, "text": "Hi", "speaker": 2},
        ]
    )
    assert [(m.speaker, m.text, m.time, m.kind.value) for m in export.messages] == [
        (None, "(upbeat music)", "PT61.234S", "system"),
        ("2", "Hi", "PT62S", "message"),
    ]
    assert export.counts.skipped == {"segments without words": 1}


def test_whisper_table_counts_in_milliseconds(listed) -> None:
    assert rows(listed("start\tend\ttext\n0\t1200\tOne.\n1200\t2000\tTwo: three.\n")) == [
        (None, "One.", "PT0S", "message"),
        (None, "Two: three.", "PT1.2S", "message"),
    ]


def test_otter_with_front_matter_and_tabs(read) -> None:
    export = read(
        "Rota meeting\nTue, 4 Mar\n\nSPEAKERS\nDaria Pool\n\nDaria Pool\t0:03\nMeet  at 10:30\n\nSpeaker 2  12:09 \nok\n"
    )
    assert [(m.speaker, m.text, m.time) for m in export.messages] == [
        ("Daria Pool", "Meet  at 10:30", "PT3S"),
        ("Speaker 2", "ok", "PT729S"),
    ]
    assert export.counts.skipped == {"lines before the talk": 4}


def test_pipeline_chunks_and_words_that_name_the_speaker(listed) -> None:
    assert rows(listed({"text": " One.", "chunks": [{"timestamp": [0.5, 1.2], "text": " One."}]})) == [
        (None, "One.", "PT0.5S", "message")
    ]
    words = [word("Hm", 0.5, "B"), word("so", 0.7, "B")]
    assert listed({"segments": [{"start": 0.5, "text": "Hm so", "words": words}]})[0]["speaker"] == "B"
