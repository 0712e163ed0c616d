"""Speech from ChatTTS, the synthesizer of STEM-Bench (ProStream, section 3.3)."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from streamrecall.errors import ModelError
from streamrecall.models.asr import resample
from streamrecall.models.sayable import sayable
from streamrecall.ports import Samples

HUB_NAME = "2Noise/ChatTTS"
_SAMPLE_RATE = 24_000
_INSTALL = "ChatTTS is not installed: `uv pip install ChatTTS` (docs/stem.md says more)."


class ChatTTS:
    """Loads ChatTTS when it first speaks; a voice is a speaker drawn from the model's own distribution.

    Voice n is the speaker that seed n draws, so it is the same in every run with the same weights. Text is
    read as it is (the model's own rewriting of the text is skipped), with the decoding seeded.

    Args:
        model: A folder with the weights, or ``2Noise/ChatTTS`` for those on the hub.
        allow_download: Whether the hub may be asked for weights that are not on this machine.
        device: Torch device; empty for the library's choice.
        voices: How many speakers are drawn before voices are shared.
        temperature: Of the decoding.
    """

    name = "ChatTTS"

    def __init__(
        self,
        model: str = HUB_NAME,
        *,
        allow_download: bool = False,
        device: str = "",
        voices: int = 64,
        temperature: float = 0.3,
    ) -> None:
        self.voices = tuple(f"speaker {number}" for number in range(voices))
        self._source = model
        self._allow_download = allow_download
        self._device = device
        self._temperature = temperature
        self._chat: Any = None
        self._speakers: dict[str, str] = {}

    @property
    def revision(self) -> str:
        """The package's version, where the weights come from and how they decode.

        Raises:
            ModelError: If the package is not installed.
        """
        try:
            return f"{version('ChatTTS')}/{self._source}/{self._temperature}"
        except PackageNotFoundError as error:
            raise ModelError(_INSTALL) from error

    def synthesize(self, text: str, voice: str) -> Samples:
        """Return the text as 16 kHz speech (the model's 24 kHz, resampled).

        Raises:
            ModelError: If the package is not installed, or the weights cannot be loaded or may not be
                fetched; if there is no such voice.
        """
        if voice not in self.voices:
            raise ModelError(f"ChatTTS: no voice {voice!r}; choose one of {', '.join(self.voices[:3])}, ...")
        words = sayable(text)
        if not words:
            return np.zeros(0, np.float32)
        chat = self._load()
        seed = self.voices.index(voice)
        if voice not in self._speakers:
            import torch  # noqa: PLC0415  # slow to import

            with torch.random.fork_rng(devices=[]):
                torch.manual_seed(seed)
                self._speakers[voice] = chat.sample_random_speaker()
        decoding = chat.InferCodeParams(
            spk_emb=self._speakers[voice],
            temperature=self._temperature,
            manual_seed=seed,
            show_tqdm=False,
        )
        waves = chat.infer([words], skip_refine_text=True, params_infer_code=decoding)
        samples = np.concatenate([np.asarray(wave, np.float32).reshape(-1) for wave in waves])
        return np.clip(resample(samples, _SAMPLE_RATE), -1, 1).astype(np.float32)

    def _load(self) -> Any:
        if self._chat is not None:
            return self._chat
        local = Path(self._source).is_dir()
        if not local and not self._allow_download:
            raise ModelError(
                f"ChatTTS: {self._source!r} is no folder with its weights; name one in stem.speech.model, or "
                f"set stem.speech.allow_download with the model {HUB_NAME!r}."
            )
        if not local and self._source != HUB_NAME:
            raise ModelError(f"ChatTTS: its hub name is {HUB_NAME!r}, found {self._source!r}.")
        try:
            import ChatTTS as library  # noqa: PLC0415  # not a dependency: its weights are non-commercial
            import torch  # noqa: PLC0415
        except ImportError as error:
            raise ModelError(_INSTALL) from error
        chat = library.Chat()
        where = {"source": "custom", "custom_path": self._source} if local else {"source": "huggingface"}
        device = torch.device(self._device) if self._device else None
        if not chat.load(compile=False, device=device, **where):
            raise ModelError(
                f"ChatTTS: the weights of {self._source!r} could not be loaded; its log says why."
            )
        self._chat = chat
        return chat
