"""Speech is made once, survives a kill whole, and is the same from the cache as from the engine."""

import os
import sqlite3
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from streamrecall.errors import DataError
from streamrecall.models.speech_cache import CachedSynthesizer, CachedTranscriber, SpeechCache
from streamrecall.records import SpokenSegment


class Tones:
    """Says a text as a tone whose length is the text's and whose height is the voice's."""

    name = "tones"
    voices = ("low", "high")

    def __init__(self, revision: str = "1") -> None:
        self.revision = revision
        self.calls = 0

    def synthesize(self, text: str, voice: str):
        self.calls += 1
        step = 0.1 if voice == "low" else 0.2
        return (1.2 * np.sin(np.arange(100 * len(text)) * step)).astype(np.float32)


class Counting:
    name = "counting"

    def __init__(self) -> None:
        self.calls = 0

    def transcribe(self, samples):
        self.calls += 1
        return (SpokenSegment(0.0, 0.1 + samples.size, f"{samples.size} samples \u2026"),)


def test_a_text_is_said_once_per_voice_engine_and_revision(tmp_path: Path) -> None:
    cache = SpeechCache(tmp_path / "deep" / "speech.sqlite")
    tones = Tones()
    cached = CachedSynthesizer(tones, cache)
    first = cached.synthesize("hello", "low")
    assert first.dtype == np.float32
    assert np.abs(first).max() <= 1
    np.testing.assert_array_equal(first, CachedSynthesizer(Tones(), cache).synthesize("hello", "low"))
    assert tones.calls == cached.made == 1
    cached.synthesize("hello", "high")
    cached.synthesize("hello.", "low")
    other = Tones("2")
    CachedSynthesizer(other, cache).synthesize("hello", "low")
    assert (tones.calls, other.calls) == (3, 1)
    assert cached.synthesize("", "low").size == 0


def test_what_was_heard_is_kept_by_audio_and_settings(tmp_path: Path) -> None:
    cache = SpeechCache(tmp_path / "speech.sqlite")
    transcriber = Counting()
    samples = np.linspace(-1, 1, 50, dtype=np.float32)
    first = CachedTranscriber(transcriber, "a", cache).transcribe(samples)
    assert CachedTranscriber(transcriber, "a", cache).transcribe(samples) == first
    assert transcriber.calls == 1
    CachedTranscriber(transcriber, "b", cache).transcribe(samples)
    CachedTranscriber(transcriber, "a", cache).transcribe(samples[:-1])
    assert transcriber.calls == 3


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "speech.sqlite"
    path.write_bytes(b"no database at all, not even a small one" * 30)
    with pytest.raises(DataError, match=r"speech\.sqlite: the speech cache cannot be used"):
        CachedSynthesizer(Tones(), SpeechCache(path)).synthesize("hello", "low")


def test_damaged_content_is_named(tmp_path: Path) -> None:
    path = tmp_path / "speech.sqlite"
    cached = CachedSynthesizer(Tones(), SpeechCache(path))
    cached.synthesize("hello", "low")
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE speech SET content = ?", (b"xx",))
    connection.close()
    with pytest.raises(DataError, match="damaged content"):
        cached.synthesize("hello", "low")


def test_a_killed_run_leaves_whole_entries_alone(tmp_path: Path) -> None:
    path = tmp_path / "speech.sqlite"
    code = """
        import os, sys
        from pathlib import Path
        sys.path.insert(0, sys.argv[1])
        from test_speech_cache import Tones
        from streamrecall.models.speech_cache import CachedSynthesizer, SpeechCache

        class Dies(Tones):
            def synthesize(self, text, voice):
                if text == "die":
                    os._exit(9)
                return super().synthesize(text, voice)

        cached = CachedSynthesizer(Dies(), SpeechCache(Path(sys.argv[2])))
        for text in ("one", "two", "die"):
            cached.synthesize(text, "low")
    """
    here = str(Path(__file__).parent)
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), here, str(path)], check=False, env=dict(os.environ)
    )
    assert done.returncode == 9
    tones = Tones()
    cached = CachedSynthesizer(tones, SpeechCache(path))
    for text in ("one", "two", "die"):
        np.testing.assert_allclose(
            cached.synthesize(text, "low"), np.clip(Tones().synthesize(text, "low"), -1, 1), atol=1e-4
        )
    assert tones.calls == 1


def test_of_two_writers_both_get_what_the_first_stored(tmp_path: Path) -> None:
    cache = SpeechCache(tmp_path / "speech.sqlite")
    assert cache.put(b"key", b"first") == b"first"
    assert cache.put(b"key", b"second") == b"first"
