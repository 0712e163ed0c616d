"""The engines that speak: real ones where they are installed, ChatTTS by its published calls."""

import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from streamrecall.errors import ModelError
from streamrecall.models.chattts import ChatTTS
from streamrecall.models.flite import VOICES, Flite
from streamrecall.models.hibari import Hibari
from streamrecall.models.speech_activity import SAMPLE_RATE, speech_share

SAID = "The wedding is on Saturday, near the river."
needs_flite = pytest.mark.skipif(shutil.which("flite") is None, reason="needs flite: apt-get install flite")


@needs_flite
@pytest.mark.parametrize("voice", VOICES)
def test_flite_speaks_in_each_voice(voice: str) -> None:
    flite = Flite()
    samples = flite.synthesize(SAID, voice)
    assert samples.dtype == np.float32
    assert 1.5 < samples.size / SAMPLE_RATE < 6
    assert speech_share(samples) > 0.3
    np.testing.assert_array_equal(samples, flite.synthesize(SAID, voice))


@needs_flite
@pytest.mark.parametrize(
    "text", ["", " \n", "\U0001f600\U0001f389", "...!?", "\u4f60\u597d", "https://a.example/b"]
)
def test_flite_says_nothing_where_there_is_nothing_to_say(text: str) -> None:
    assert Flite().synthesize(text, "slt").size == 0


@needs_flite
def test_flite_reads_text_as_text() -> None:
    flite = Flite()
    hostile = "-voice kal16 -o /tmp/x $(touch y) <speak> \u2019quoted\u2019"
    assert flite.synthesize(hostile, "slt").size > SAMPLE_RATE
    long = "We walked along the river and talked about boats. " * 40
    assert flite.synthesize(long, "slt").size > 60 * SAMPLE_RATE
    assert flite.revision.startswith("flite-")
    with pytest.raises(ModelError, match=r"no voice 'http://a\.example/v'; choose one of slt, rms"):
        flite.synthesize(SAID, "http://a.example/v")


def test_without_flite_the_remedy_is_named() -> None:
    with pytest.raises(ModelError, match="'no-such-flite' is not installed: `apt-get install flite`"):
        Flite("no-such-flite").synthesize(SAID, "slt")


def test_hibari_speaks_at_16_khz() -> None:
    pytest.importorskip("hibari", reason="needs the extra `speech`")
    hibari = Hibari()
    assert hibari.voices == ("heart",)
    samples = hibari.synthesize(SAID, "heart")
    assert 1.5 < samples.size / SAMPLE_RATE < 6
    assert speech_share(samples) > 0.3
    np.testing.assert_array_equal(samples, hibari.synthesize(SAID, "heart"))
    assert hibari.synthesize("\U0001f600", "heart").size == 0


def test_hibari_fetches_nothing_unless_told(monkeypatch, tmp_path: Path) -> None:
    pytest.importorskip("hibari", reason="needs the extra `speech`")
    monkeypatch.setenv("HIBARI_HOME", str(tmp_path))
    with pytest.raises(ModelError, match=r"'emma' is not on this machine; set stem\.speech\.allow_download"):
        Hibari(("emma",)).synthesize(SAID, "emma")
    with pytest.raises(ModelError, match="no voice 'emmma'"):
        Hibari(("emmma",)).synthesize(SAID, "emmma")
    assert len(Hibari(allow_download=True).voices) == 5
    assert list(tmp_path.iterdir()) == []


def test_without_hibari_the_remedy_is_named(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "hibari", None)
    with pytest.raises(ModelError, match="`uv sync --extra speech`"):
        Hibari().synthesize(SAID, "heart")


@pytest.fixture
def chattts(monkeypatch, tmp_path: Path) -> Path:
    """A folder that the stand-in for ChatTTS takes for weights."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent / "stand_in_chattts"))
    monkeypatch.delitem(sys.modules, "ChatTTS", raising=False)
    (tmp_path / "config.yaml").touch()
    yield tmp_path
    sys.modules.pop("ChatTTS", None)


def test_chattts_draws_each_voice_from_its_seed(chattts: Path) -> None:
    model = ChatTTS(str(chattts), voices=3)
    first, second = (model.synthesize(SAID, voice) for voice in model.voices[:2])
    assert first.dtype == np.float32
    assert first.size == 160 * len(SAID)
    assert not np.array_equal(first, second)
    again = ChatTTS(str(chattts), voices=3)
    np.testing.assert_array_equal(second, again.synthesize(SAID, again.voices[1]))
    assert again._chat.loaded_from == ("custom", str(chattts))
    assert model.revision == f"0.2.5/{chattts}/0.3"
    assert model.synthesize("\U0001f600", "speaker 0").size == 0


def test_chattts_asks_the_hub_only_when_told(chattts: Path) -> None:
    with pytest.raises(ModelError, match=r"no folder with its weights; name one in stem\.speech\.model"):
        ChatTTS().synthesize(SAID, "speaker 0")
    allowed = ChatTTS(allow_download=True)
    allowed.synthesize(SAID, "speaker 0")
    assert allowed._chat.loaded_from == ("huggingface", None)
    with pytest.raises(ModelError, match="hub name is '2Noise/ChatTTS', found 'someone/else'"):
        ChatTTS("someone/else", allow_download=True).synthesize(SAID, "speaker 0")


def test_chattts_says_what_is_wrong(chattts: Path) -> None:
    (chattts / "config.yaml").unlink()
    with pytest.raises(ModelError, match="could not be loaded"):
        ChatTTS(str(chattts)).synthesize(SAID, "speaker 0")
    with pytest.raises(ModelError, match="no voice 'speaker 99'"):
        ChatTTS(str(chattts)).synthesize(SAID, "speaker 99")


def test_without_chattts_the_remedy_is_named(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "ChatTTS", None)
    with pytest.raises(ModelError, match="`uv pip install ChatTTS`"):
        ChatTTS(str(tmp_path)).synthesize(SAID, "speaker 0")
