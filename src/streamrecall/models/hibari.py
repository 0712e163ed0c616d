"""Speech from hibari-tts: a small neural synthesizer whose first voice comes with its package."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from streamrecall.errors import ModelError
from streamrecall.models.asr import resample
from streamrecall.models.sayable import sayable
from streamrecall.ports import Samples

_INSTALL = "hibari-tts is not installed: `uv sync --extra speech`."


class Hibari:
    """Loads each voice when it first speaks.

    The voice ``heart`` is in the package. The other four are downloaded by the package, which checks their
    sha256; that is allowed only on request. The noise that the engine adds is seeded: the same text gives
    the same samples.

    Args:
        voices: Which voices to use, in order; by default those that need no download, all five with
            ``allow_download``.
        allow_download: Whether the package may fetch a voice that is not on this machine.
    """

    name = "hibari"

    def __init__(self, voices: tuple[str, ...] = (), *, allow_download: bool = False) -> None:
        self._wanted = voices
        self._allow_download = allow_download
        self._engines: dict[str, Any] = {}

    @property
    def revision(self) -> str:
        """The package's version.

        Raises:
            ModelError: If it is not installed.
        """
        try:
            return version("hibari-tts")
        except PackageNotFoundError as error:
            raise ModelError(_INSTALL) from error

    @property
    def voices(self) -> tuple[str, ...]:
        """The voices in use.

        Raises:
            ModelError: If the package is not installed.
        """
        return self._wanted or tuple(name for name in _library().VOICES if self._is_here(name))

    def synthesize(self, text: str, voice: str) -> Samples:
        """Return the text as 16 kHz speech (the engine's 24 kHz, resampled).

        Raises:
            ModelError: If the package is not installed, knows no such voice or may not fetch it.
        """
        words = sayable(text, ascii_only=True)
        if not words:
            return np.zeros(0, np.float32)
        engine = self._engine(voice)
        samples = np.asarray(engine(words, seed=0), np.float32)
        return np.clip(resample(samples, engine.sample_rate), -1, 1).astype(np.float32)

    def _engine(self, voice: str) -> Any:
        if voice not in self._engines:
            library = _library()
            if voice not in library.VOICES:
                raise ModelError(f"hibari: no voice {voice!r}; choose one of {', '.join(library.VOICES)}.")
            if not self._is_here(voice):
                raise ModelError(
                    f"hibari: the voice {voice!r} is not on this machine; set stem.speech.allow_download, "
                    "or use the voice 'heart'."
                )
            try:
                from hibari import Hibari as Engine  # noqa: PLC0415

                self._engines[voice] = Engine(voice=voice)
            except (RuntimeError, OSError) as error:
                raise ModelError(f"hibari: cannot load the voice {voice!r}: {error}") from error
        return self._engines[voice]

    def _is_here(self, voice: str) -> bool:
        if self._allow_download:
            return True
        try:
            _library().voice_path(voice, download_missing=False)
        except FileNotFoundError:
            return False
        return True


def _library() -> Any:
    try:
        from hibari import voices  # noqa: PLC0415  # an extra, and slow to import
    except ImportError as error:
        raise ModelError(_INSTALL) from error
    return voices
