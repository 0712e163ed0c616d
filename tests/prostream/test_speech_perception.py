from datetime import UTC, datetime

import numpy as np

from streamrecall.models.speech_activity import SAMPLE_RATE
from streamrecall.prostream.speech_perception import SpeechPerception
from streamrecall.records import SpokenSegment

TONE = 0.2 * np.sin(np.arange(SAMPLE_RATE) * 0.05).astype(np.float32)
QUIET = np.zeros(SAMPLE_RATE, np.float32)


class Lengths:
    """Says how many seconds it heard; deaf to anything above a minute."""

    name = "lengths"

    def transcribe(self, samples):
        return (SpokenSegment(0.0, samples.size / SAMPLE_RATE, f"{samples.size / SAMPLE_RATE:.0f} seconds"),)


class Deaf:
    name = "deaf"

    def transcribe(self, samples):
        return ()


def hear(perception, speaker, *chunks):
    return [turn for chunk in chunks for turn in perception.hear(speaker, chunk)]


def test_a_pause_ends_a_turn_and_its_time_is_when_it_began():
    perception = SpeechPerception(Lengths(), "d", began=datetime(2026, 5, 1, 10, tzinfo=UTC))
    turns = hear(perception, "Ana", QUIET, QUIET, TONE, TONE, QUIET, QUIET, TONE, QUIET)
    assert [turn.text for turn in turns] == ["3 seconds", "2 seconds"]
    assert [turn.time for turn in turns] == ["2026-05-01T10:00:02+00:00", "2026-05-01T10:00:06+00:00"]
    assert [(turn.index, turn.turn_id, turn.speaker) for turn in turns] == [
        (0, "d.0", "Ana"),
        (1, "d.1", "Ana"),
    ]


def test_overlapping_speakers_have_turns_of_their_own():
    perception = SpeechPerception(Lengths(), "d")
    turns = []
    for ana, bob in ((TONE, QUIET), (TONE, TONE), (TONE, QUIET), (QUIET, QUIET)):
        turns += perception.hear("Ana", ana) + perception.hear("Bob", bob)
    assert [(turn.speaker, turn.text) for turn in turns] == [("Bob", "2 seconds"), ("Ana", "4 seconds")]
    assert [turn.index for turn in turns] == [0, 1]


def test_a_long_turn_is_cut_and_the_end_is_not_lost():
    perception = SpeechPerception(Lengths(), "d", longest=3.0)
    turns = hear(perception, "Ana", *[TONE] * 4) + perception.finish()
    assert [turn.text for turn in turns] == ["3 seconds", "1 seconds"]


def test_silence_makes_no_turn_and_keeps_no_audio():
    perception = SpeechPerception(Lengths(), "d")
    assert hear(perception, "Ana", *[QUIET] * 50) + perception.finish() == []
    assert perception._channels["Ana"].audio.size == 0


def test_sound_without_words_is_counted():
    perception = SpeechPerception(Deaf(), "d")
    assert hear(perception, "Ana", TONE, QUIET) == []
    assert perception.unheard == 1
