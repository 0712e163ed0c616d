"""Speech recognition with openai-whisper, and what keeps its inventions out (ProStream, section 5.1)."""

from __future__ import annotations

import hashlib
import re
import wave
from collections import Counter
from math import gcd
from pathlib import Path
from typing import Any

import numpy as np

from streamrecall.errors import DataError, ModelError
from streamrecall.models.speech_activity import SAMPLE_RATE, speech_share
from streamrecall.ports import Samples
from streamrecall.records import SpokenSegment

_REPEATED = re.compile(r"(?P<unit>\b\S.{0,80}?)(?:[\s,.!?]+(?P=unit)\b){2,}", re.IGNORECASE)
_PCM = {1: np.uint8, 2: np.int16, 4: np.int32}


class WhisperTranscriber:
    """Whisper behind three gates.

    Silent audio never reaches the model. A segment over silence, or one that the model itself takes for no
    speech or decodes with low confidence, is dropped: that is where whisper makes text up. Words repeated
    three times or more in a row are said once, and a segment that repeats the one before it is dropped.
    ``dropped`` counts each kind, so nothing goes unseen.

    Args:
        model: A name that whisper knows, such as ``large-v3``, or the file of a checkpoint. A checkpoint is
            the library's own format: load files only from people you trust.
        language: ISO 639-1 code; None lets the model guess.
        device: Torch device.
        no_speech: Probability of no speech from which a segment is dropped, unless it is confident.
        log_probability: Mean log probability of tokens below which a segment is dropped.
        compression: Compression ratio above which a segment is taken for a loop.
    """

    def __init__(
        self,
        model: str,
        *,
        language: str | None = None,
        device: str = "cpu",
        no_speech: float = 0.6,
        log_probability: float = -1.0,
        compression: float = 2.4,
    ) -> None:
        self.name = f"whisper {Path(model).name.removesuffix('.pt')}"
        self.dropped: Counter[str] = Counter()
        self._source = model
        self._language = language
        self._device = device
        self._no_speech = no_speech
        self._log_probability = log_probability
        self._compression = compression
        self._model: Any = None

    @property
    def revision(self) -> str:
        """Identifies the checkpoint, by content where it is a file, and every setting.

        Raises:
            ModelError: If the checkpoint is a file that cannot be read.
        """
        weights, path = self._source, Path(self._source)
        if path.is_file():
            try:
                with path.open("rb") as file:
                    weights = hashlib.file_digest(file, "sha256").hexdigest()[:12]
            except OSError as error:
                raise ModelError(f"cannot read the whisper checkpoint {path}: {error}.") from error
        half = self._device != "cpu"  # half precision changes words
        settings = (self._language, half, self._no_speech, self._log_probability, self._compression)
        return "/".join([weights, *map(str, settings)])

    def transcribe(self, samples: Samples) -> tuple[SpokenSegment, ...]:
        """Return the segments of one channel of 16 kHz audio; times are seconds from its start.

        Raises:
            DataError: If the samples are not one channel of finite numbers.
            ModelError: If whisper is not installed or the model cannot be loaded.
        """
        samples = check_samples(samples)
        if not speech_share(samples):
            self.dropped["silent audio"] += bool(samples.size)
            return ()
        result = self.load().transcribe(
            samples,
            language=self._language,
            temperature=0.0,
            condition_on_previous_text=False,
            no_speech_threshold=self._no_speech,
            logprob_threshold=self._log_probability,
            compression_ratio_threshold=self._compression,
            fp16=self._device != "cpu",
            verbose=None,
        )
        segments: list[SpokenSegment] = []
        for found in result["segments"]:
            segment = self._accept(found, samples, segments[-1].text if segments else "")
            if segment is not None:
                segments.append(segment)
        return tuple(segments)

    def _accept(self, found: dict[str, Any], samples: Samples, previous: str) -> SpokenSegment | None:
        start, end = float(found["start"]), float(found["end"])
        text = say_once(str(found["text"]).strip())
        reason = ""
        if not any(character.isalnum() for character in text):
            reason = "no words"
        elif not speech_share(samples[int(start * SAMPLE_RATE) : int(end * SAMPLE_RATE)]):
            reason = "text over silence"
        elif found["avg_logprob"] < self._log_probability and found["no_speech_prob"] > self._no_speech:
            reason = "no speech"
        elif found["compression_ratio"] > self._compression and text == str(found["text"]).strip():
            reason = "loop"
        elif text.casefold() == previous.casefold():
            reason = "repeated segment"
        if reason:
            self.dropped[reason] += 1
            return None
        return SpokenSegment(start, end, text)

    def load(self) -> Any:
        """Load the model, which otherwise waits for the first audio, and return it.

        Raises:
            ModelError: If whisper is not installed or the model cannot be loaded.
        """
        if self._model is None:
            try:
                import whisper  # noqa: PLC0415  # an extra, and seconds to import
            except ImportError as error:
                raise ModelError("openai-whisper is not installed: `uv sync --extra speech`.") from error
            try:
                self._model = whisper.load_model(self._source, device=self._device)
            except (RuntimeError, OSError, KeyError, ValueError) as error:
                raise ModelError(
                    f"cannot load the whisper model {self._source!r}: {error}. "
                    f"Name a checkpoint file or one of {', '.join(whisper.available_models())}."
                ) from error
        return self._model


def say_once(text: str) -> str:
    """Return the text with every phrase that stands three times or more in a row said once."""
    return _REPEATED.sub(lambda match: match["unit"], text)


def check_samples(samples: Samples) -> Samples:
    """Return one channel of float32 samples.

    Raises:
        DataError: If there are several channels, other numbers than floats, or any that is not finite.
    """
    if samples.ndim != 1 or samples.dtype.kind != "f":
        raise DataError(
            f"expected one channel of float samples, got {samples.dtype} of shape {samples.shape}.",
            hint="Give each speaker's channel on its own, scaled to [-1, 1].",
        )
    if not np.isfinite(samples).all():
        raise DataError("the audio holds samples that are not numbers.")
    return samples.astype(np.float32, copy=False)


def read_wav(path: Path) -> Samples:
    """Return a WAV file as one channel at 16 kHz; several channels are averaged.

    Raises:
        DataError: If the file is missing, broken, compressed or empty.
    """
    hint = "Convert it to 16-bit PCM WAV, for instance with ffmpeg."
    try:
        with wave.open(str(path), "rb") as file:
            width, channels, rate = file.getsampwidth(), file.getnchannels(), file.getframerate()
            raw = file.readframes(file.getnframes())
    except FileNotFoundError as error:
        raise DataError("no such audio file.", path=path) from error
    except (wave.Error, EOFError, OSError) as error:
        raise DataError(f"not a readable WAV file: {error}.", path=path, hint=hint) from error
    if width not in _PCM:
        raise DataError(f"samples of {8 * width} bits are not supported.", path=path, hint=hint)
    whole = len(raw) - len(raw) % (width * channels)
    if not whole:
        raise DataError("the audio file holds no samples.", path=path)
    numbers = np.frombuffer(raw[:whole], _PCM[width]).reshape(-1, channels).mean(axis=1)
    samples = (numbers - 128) / 128 if width == 1 else numbers / float(1 << (8 * width - 1))
    return resample(samples, rate, SAMPLE_RATE).astype(np.float32)


def resample(
    samples: np.ndarray[Any, np.dtype[Any]], rate: int, wanted: int = SAMPLE_RATE
) -> np.ndarray[Any, np.dtype[Any]]:
    """Return audio of one rate at another, in samples per second."""
    if rate == wanted:
        return samples
    from scipy.signal import resample_poly  # noqa: PLC0415  # slow to import

    common = gcd(rate, wanted)
    resampled: np.ndarray[Any, Any] = resample_poly(samples, wanted // common, rate // common)
    return resampled
