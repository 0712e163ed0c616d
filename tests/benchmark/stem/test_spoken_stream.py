"""Only words pass through sound; what becomes of every turn is counted."""

import shutil
from dataclasses import replace

import pytest
from audible_text import Ear, Mouth
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrecall.benchmark.stem.speech_report import ALL_VOICES, summarise_speech
from streamrecall.benchmark.stem.spoken_stream import Outcome, SpokenStream
from streamrecall.models.flite import Flite
from streamrecall.models.speech_activity import SAMPLE_RATE
from streamrecall.records import Dialogue, Domain, SpokenSegment, Turn


def stream(*texts: str, speakers: str = "AB") -> Dialogue:
    turns = tuple(
        Turn(
            "d",
            index,
            f"t{index}",
            speakers[index % len(speakers)],
            text,
            session=str(index // 3),
            time="2020-01-02T00:00:00",
            reply_to="t0" if index else None,
        )
        for index, text in enumerate(texts)
    )
    return Dialogue("d", "tests", Domain.CHITCHAT, turns)


def speak(dialogue: Dialogue, ear: Ear, longest: int = 360, mouth: Mouth | None = None):
    pairs = list(SpokenStream(mouth or Mouth(), ear, longest_passage=longest).speak(dialogue))
    return [turn for turn, _ in pairs], [account for _, account in pairs]


def test_every_kind_of_turn_has_its_outcome() -> None:
    dialogue = stream(
        "We sail on Friday.", "", "\U0001f600\U0001f389", "mumble", "Bring the red rope, please."
    )
    turns, accounts = speak(dialogue, Ear("mumble", "red"))
    assert [account.outcome for account in accounts] == [
        Outcome.HEARD,
        Outcome.EMPTY,
        Outcome.UNSAYABLE,
        Outcome.UNHEARD,
        Outcome.HEARD,
    ]
    assert [turn.text for turn in turns] == ["We sail on Friday.", "", "", "", "Bring the rope, please."]
    assert [(account.words, account.errors) for account in accounts] == [
        (4, 0),
        (0, 0),
        (0, 0),
        (1, 1),
        (5, 1),
    ]
    assert [account.word_error_rate for account in accounts] == [0.0, None, None, 1.0, 0.2]
    assert [account.passages for account in accounts] == [1, 0, 0, 1, 1]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(alphabet="ab .!\U0001f600\n", max_size=30), max_size=12))
def test_all_but_the_text_stays(texts: list[str]) -> None:
    dialogue = stream(*texts, speakers="ABC")
    turns, accounts = speak(dialogue, Ear("ab"), longest=8)
    assert [replace(turn, text="") for turn in turns] == [replace(turn, text="") for turn in dialogue.turns]
    assert [account.turn_id for account in accounts] == [turn.turn_id for turn in dialogue.turns]
    total = [row for row in summarise_speech(accounts, "m", "e") if row.voice == ALL_VOICES]
    assert sum(row.turns for row in total) == len(texts)
    for row in total:
        assert row.heard + row.unheard + row.unsayable + row.empty == row.turns


def test_a_very_long_turn_is_said_in_passages_and_loses_no_word() -> None:
    text = "We walked along the river and talked about boats. " * 80
    mouth = Mouth()
    turns, accounts = speak(stream(text), Ear(), mouth=mouth)
    assert turns[0].text == " ".join(text.split())
    assert accounts[0].passages == len(mouth.said) > 10
    assert max(len(said) for said, _ in mouth.said) <= 360
    assert accounts[0].errors == 0


def test_a_speaker_keeps_a_voice_and_rows_add_up() -> None:
    mouth = Mouth()
    _, accounts = speak(stream(*["good morning"] * 6, speakers="ABC"), Ear("good"), mouth=mouth)
    assert {(a.speaker, a.voice) for a in accounts} == {("A", "one"), ("B", "two"), ("C", "three")}
    assert [voice for _, voice in mouth.said] == ["one", "two", "three"] * 2
    rows = summarise_speech(accounts, "mouth", "ear")
    assert [(row.voice, row.speakers, row.turns, row.words, row.errors) for row in rows] == [
        (ALL_VOICES, 3, 6, 12, 6),
        ("one", 1, 2, 4, 2),
        ("two", 1, 2, 4, 2),
        ("three", 1, 2, 4, 2),
    ]
    assert {row.word_error_rate for row in rows} == {0.5}


class Stopwatch:
    """Says how long it heard."""

    name = "stopwatch"

    def transcribe(self, samples):
        return (SpokenSegment(0.0, samples.size / SAMPLE_RATE, f"{samples.size} samples"),)


def test_more_speakers_than_voices_speak_at_other_pitches() -> None:
    turns, accounts = speak(stream(*["x" * 109] * 4, speakers="ABCD"), Stopwatch())
    assert [account.voice for account in accounts] == ["one", "two", "three", "one x1.09"]
    assert [turn.text for turn in turns] == ["109 samples"] * 3 + ["100 samples"]


@pytest.mark.skipif(shutil.which("flite") is None, reason="needs flite: apt-get install flite")
def test_flite_speaks_a_stream() -> None:
    dialogue = stream("We sail on Friday.", "\U0001f600", "Nobody told me.", "Bring rope.", speakers="ABC")
    turns, accounts = speak(dialogue, Stopwatch(), mouth=Flite())
    assert [account.voice for account in accounts] == ["slt", "rms", "awb", "slt"]
    assert accounts[1].outcome == Outcome.UNSAYABLE
    assert turns[0].text == f"{round(accounts[0].audio_seconds * SAMPLE_RATE)} samples"
    assert all(account.audio_seconds > 0.5 for account in accounts if account.outcome == Outcome.HEARD)


def test_the_report_of_nothing_is_empty() -> None:
    assert speak(stream(), Ear()) == ([], [])
    assert summarise_speech([], "m", "e") == []
