"""The synthesizer and the transcriber that the parameters name, behind their cache."""

from __future__ import annotations

import os
from pathlib import Path

from streamrecall.errors import ConfigError
from streamrecall.models.asr import WhisperTranscriber
from streamrecall.models.chattts import HUB_NAME, ChatTTS
from streamrecall.models.flite import VOICES, Flite
from streamrecall.models.hibari import Hibari
from streamrecall.models.speech_cache import CachedSynthesizer, CachedTranscriber, SpeechCache
from streamrecall.params import SpeechParameters, TranscriberParameters
from streamrecall.ports import Synthesizer


def open_synthesizer(speech: SpeechParameters) -> CachedSynthesizer:
    """Return the configured synthesizer; what it has said before comes from the cache.

    Raises:
        ConfigError: If the parameters name none.
    """
    return CachedSynthesizer(_synthesizer(speech), SpeechCache(speech.cache))


def open_transcriber(speech: SpeechParameters) -> CachedTranscriber:
    """Return the configured transcriber; what it has heard before comes from the cache.

    Raises:
        ConfigError: If the parameters name none, or a model that is not on this machine and may not be
            fetched.
    """
    if speech.transcriber is None:
        raise ConfigError("stem.speech.transcriber is not set: name a whisper model or checkpoint.")
    chosen = speech.transcriber
    _require_weights(chosen)
    whisper = WhisperTranscriber(chosen.model, language=chosen.language or None, device=chosen.device)
    return CachedTranscriber(whisper, whisper.revision, SpeechCache(speech.cache))


def _synthesizer(speech: SpeechParameters) -> Synthesizer:
    match speech.synthesizer:
        case "flite":
            return Flite(voices=speech.voices or VOICES)
        case "hibari":
            return Hibari(speech.voices, allow_download=speech.allow_download)
        case "chattts":
            return ChatTTS(
                speech.model or HUB_NAME, allow_download=speech.allow_download, device=speech.device
            )
        case "none":
            raise ConfigError("stem.speech.synthesizer is 'none': nobody speaks.")


def _require_weights(chosen: TranscriberParameters) -> None:
    """Make sure that whisper does not download behind the user's back."""
    cache = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "whisper"
    known = (Path(chosen.model), cache / f"{chosen.model}.pt")
    if not chosen.allow_download and not any(path.is_file() for path in known):
        raise ConfigError(
            f"stem.speech.transcriber.model: {chosen.model!r} is neither a checkpoint file nor in {cache}. "
            "Name a file, or set stem.speech.transcriber.allow_download to let whisper fetch it by name."
        )
