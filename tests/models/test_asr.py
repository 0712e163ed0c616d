"""Whisper behind its gates, and real speech where a checkpoint and a voice are at hand."""

import os
import re
import shutil
import subprocess
import wave
from pathlib import Path

import numpy as np
import pytest

from streamrecall.errors import DataError, ModelError
from streamrecall.models.asr import WhisperTranscriber, read_wav, say_once
from streamrecall.models.speech_activity import SAMPLE_RATE, loud_frames, speech_share

LOUD = 0.1 * np.sin(np.arange(4 * SAMPLE_RATE) * 0.05).astype(np.float32)
SPOKEN = (
    "The wedding is on Saturday the twelfth of June, in a small church near the river.",
    "Please remember to water the plants in the kitchen while we are away.",
    "My brother bought a red bicycle and rode it all the way to the harbour.",
    "The doctor said that her knee will be fine after three weeks of rest.",
)
VOICES = ("slt", "rms", "awb", "kal16")


class Replies:
    """Stands where whisper's model would and returns given segments."""

    def __init__(self, *segments):
        self.segments = segments
        self.calls = 0

    def transcribe(self, samples, **_):
        self.calls += 1
        return {"segments": list(self.segments)}


def segment(text, start=0.0, end=2.0, *, no_speech=0.1, log_probability=-0.3, compression=1.2):
    return {
        "start": start,
        "end": end,
        "text": text,
        "no_speech_prob": no_speech,
        "avg_logprob": log_probability,
        "compression_ratio": compression,
    }


def heard(samples, *segments):
    transcriber = WhisperTranscriber("scripted")
    transcriber._model = Replies(*segments)
    return [each.text for each in transcriber.transcribe(samples)], transcriber


def test_silence_never_reaches_the_model():
    texts, transcriber = heard(np.zeros(3 * SAMPLE_RATE, np.float32), segment("Thanks for watching!"))
    assert texts == []
    assert transcriber._model.calls == 0
    assert transcriber.dropped == {"silent audio": 1}


def test_text_over_a_silent_stretch_is_dropped():
    samples = np.concatenate([LOUD, np.zeros(4 * SAMPLE_RATE, np.float32)])
    texts, transcriber = heard(samples, segment(" We leave at nine.", 0, 4), segment(" Thank you.", 4, 8))
    assert texts == ["We leave at nine."]
    assert transcriber.dropped == {"text over silence": 1}


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (segment("so", no_speech=0.9, log_probability=-1.4), "no speech"),
        (segment(" ... "), "no words"),
        (segment("a b c d e f", compression=3.0), "loop"),
    ],
)
def test_doubtful_segments_are_dropped_and_counted(found, reason):
    texts, transcriber = heard(LOUD, found)
    assert texts == []
    assert transcriber.dropped == {reason: 1}


def test_a_confident_segment_is_kept_though_speech_seems_unlikely():
    assert heard(LOUD, segment("Yes.", no_speech=0.9, log_probability=-0.2))[0] == ["Yes."]


def test_repeats_are_said_once():
    texts, transcriber = heard(
        LOUD,
        segment("I know, I know, I know, I know.", compression=3.0),
        segment("I know."),
        segment("Right."),
    )
    assert texts == ["I know.", "Right."]
    assert transcriber.dropped == {"repeated segment": 1}
    assert say_once("no no, we go, we go") == "no no, we go, we go"


@pytest.mark.parametrize(
    "samples",
    [np.zeros((2, 100), np.float32), np.zeros(100, np.int16), np.array([0.1, np.nan], np.float32)],
)
def test_other_audio_is_refused(samples):
    with pytest.raises(DataError):
        WhisperTranscriber("scripted").transcribe(samples)


def test_a_click_is_no_speech():
    samples = np.zeros(SAMPLE_RATE, np.float32)
    samples[5000] = 1.0
    assert loud_frames(samples).sum() == 1
    assert speech_share(samples) == 0


def write_wav(path: Path, samples: np.ndarray, rate: int, width: int = 2, channels: int = 1) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(rate)
        file.writeframes(samples.tobytes())
    return path


def test_wav_is_read_at_16_khz(tmp_path):
    tone = (np.sin(np.arange(8000) * 2 * np.pi * 440 / 8000) * 32767 * 0.5).astype(np.int16)
    samples = read_wav(write_wav(tmp_path / "a.wav", tone, 8000))
    assert samples.dtype == np.float32
    assert samples.size == SAMPLE_RATE
    assert np.abs(np.fft.rfft(samples)).argmax() == 440
    stereo = np.stack([np.full(100, 16384, np.int16), np.zeros(100, np.int16)], axis=1)
    assert read_wav(write_wav(tmp_path / "b.wav", stereo, 16000, channels=2)) == pytest.approx(0.25)
    eight = np.full(50, 192, np.uint8)
    assert read_wav(write_wav(tmp_path / "c.wav", eight, 16000, width=1)) == pytest.approx(0.5)


@pytest.mark.parametrize("content", [b"", b"RIFF", b"not audio at all" * 9])
def test_broken_files_are_named(tmp_path, content):
    path = tmp_path / "broken.wav"
    path.write_bytes(content)
    with pytest.raises(DataError, match=r"broken\.wav"):
        read_wav(path)


def test_missing_and_empty_files_are_named(tmp_path):
    with pytest.raises(DataError, match="no such audio file"):
        read_wav(tmp_path / "none.wav")
    with pytest.raises(DataError, match="no samples"):
        read_wav(write_wav(tmp_path / "empty.wav", np.zeros(0, np.int16), 16000))


def test_the_revision_tells_weights_and_settings_apart(tmp_path):
    weights = tmp_path / "tiny.en.pt"
    weights.write_bytes(b"one")
    first = WhisperTranscriber(str(weights), language="en")
    assert first.name == "whisper tiny.en"
    again = WhisperTranscriber(str(weights), language="en")
    others = [
        WhisperTranscriber(str(weights), language="de"),
        WhisperTranscriber(str(weights), language="en", device="cuda"),
        WhisperTranscriber(str(weights), language="en", no_speech=0.5),
        WhisperTranscriber("tiny.en", language="en"),
    ]
    assert first.revision == again.revision
    assert len({first.revision, *(other.revision for other in others)}) == 5
    before = first.revision
    weights.write_bytes(b"two")
    assert first.revision != before


def test_an_unknown_model_is_named():
    pytest.importorskip("whisper", reason="needs the extra `speech`")
    with pytest.raises(ModelError, match="no-such-model"):
        WhisperTranscriber("no-such-model").transcribe(LOUD)


def word_errors(said: str, heard: str) -> tuple[int, int]:
    """Return the edit distance in words, and the number of words said."""
    a, b = (re.findall(r"[a-z0-9']+", text.lower()) for text in (said, heard))
    row = list(range(len(b) + 1))
    for i, word in enumerate(a, start=1):
        previous, row[0] = row[0], i
        for j, other in enumerate(b, start=1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (word != other))
    return row[-1], len(a)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_real_speech_is_transcribed(tmp_path):
    pytest.importorskip("whisper", reason="needs the extra `speech`")
    checkpoint = os.environ.get("STREAMRECALL_WHISPER", "")
    if not Path(checkpoint).is_file():
        pytest.skip("needs a whisper checkpoint: put its path in STREAMRECALL_WHISPER")
    if shutil.which("flite") is None:
        pytest.skip("needs the speech synthesiser flite")
    transcriber = WhisperTranscriber(checkpoint, language="en")
    errors = words = 0
    for voice, text in zip(VOICES, SPOKEN, strict=True):
        path = tmp_path / f"{voice}.wav"
        subprocess.run(["flite", "-voice", voice, "-t", text, "-o", str(path)], check=True)
        padded = np.concatenate([read_wav(path), np.zeros(2 * SAMPLE_RATE, np.float32)])
        spoken = " ".join(each.text for each in transcriber.transcribe(padded))
        wrong, said = word_errors(text, spoken)
        errors, words = errors + wrong, words + said
    assert errors / words < 0.15, f"word error rate {errors / words:.3f} on {words} words of four voices"
