"""Where a channel of audio carries sound at all: energy per frame, no model."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from streamrecall.ports import Samples

SAMPLE_RATE = 16_000
FRAME = 480  # 30 ms
SILENCE = 0.005  # root mean square, about -46 dB of full scale
_LEAST_FRAMES = 2


def loud_frames(samples: Samples, silence: float = SILENCE) -> npt.NDArray[np.bool_]:
    """Return for each frame of 30 ms whether it is louder than ``silence``; a short last frame counts."""
    if not samples.size:
        return np.zeros(0, np.bool_)
    padded = np.zeros(-(-samples.size // FRAME) * FRAME, np.float32)
    padded[: samples.size] = samples
    loud: npt.NDArray[np.bool_] = np.sqrt((padded.reshape(-1, FRAME) ** 2).mean(axis=1)) > silence
    return loud


def speech_share(samples: Samples, silence: float = SILENCE) -> float:
    """Return the share of loud frames; 0 when fewer than two are, since a click is not speech."""
    loud = loud_frames(samples, silence)
    return float(loud.mean()) if loud.sum() >= _LEAST_FRAMES else 0.0
