import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrecall.benchmark.stem.voices import PITCHES, Voice, assign_voices
from streamrecall.models.speech_activity import SAMPLE_RATE

BASES = ("slt", "rms", "awb", "kal16")


def test_first_speakers_get_the_voices_as_they_are_then_other_pitches() -> None:
    cast = assign_voices([f"s{number}" for number in range(9)], BASES)
    assert [voice.name for voice in cast.values()] == [
        *BASES,
        *(f"{base} x1.09" for base in BASES),
        "slt x0.92",
    ]


def test_case_and_blanks_make_no_new_speaker() -> None:
    cast = assign_voices(["Ana", "ana ", "Bo"], BASES)
    assert cast["Ana"] == cast["ana "] == Voice("slt")
    assert cast["Bo"] == Voice("rms")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(alphabet="abcDE ", max_size=3), max_size=40), st.integers(0, 40))
def test_later_speakers_change_nobodys_voice(speakers: list[str], cut: int) -> None:
    whole, part = assign_voices(speakers, BASES), assign_voices(speakers[:cut], BASES)
    assert part == {speaker: whole[speaker] for speaker in speakers[:cut]}
    people = {speaker.strip().casefold() for speaker in speakers}
    assert len(set(whole.values())) == min(len(people), len(PITCHES) * len(BASES))


def test_a_pitch_moves_the_tone_and_the_length() -> None:
    tone = (0.5 * np.sin(np.arange(SAMPLE_RATE) * 2 * np.pi * 200 / SAMPLE_RATE)).astype(np.float32)
    for pitch in PITCHES:
        tuned = Voice("slt", pitch).tune(tone)
        assert tuned.dtype == np.float32
        seconds = tuned.size / SAMPLE_RATE
        assert abs(seconds - 1 / pitch) < 0.001
        assert abs(np.abs(np.fft.rfft(tuned)).argmax() / seconds - 200 * pitch) < 2
    assert Voice("slt", 1.18).tune(np.zeros(0, np.float32)).size == 0
