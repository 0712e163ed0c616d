"""Who speaks with which voice: one each for as long as voices and their pitches last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from streamrecall.models.asr import resample
from streamrecall.ports import Samples

PITCHES = (1.0, 1.09, 0.92, 1.18, 0.85)
"""Factors by which an engine's voice is played faster and higher, or slower and lower."""
_FINE = 100


@dataclass(frozen=True, slots=True)
class Voice:
    """An engine's voice, played at a pitch of its own.

    Attributes:
        base: A name among the engine's voices.
        pitch: 1 is the voice as it is; 1.09 is 9 % higher and faster.
    """

    base: str
    pitch: float = 1.0

    @property
    def name(self) -> str:
        """How tables name it."""
        return self.base if self.pitch == 1 else f"{self.base} x{self.pitch:g}"

    def tune(self, samples: Samples) -> Samples:
        """Return speech of the base voice at this voice's pitch (and pace: it is resampled)."""
        if self.pitch == 1 or not samples.size:
            return samples
        tuned = resample(samples, round(_FINE * self.pitch), _FINE)
        return np.clip(tuned, -1, 1).astype(np.float32)


def assign_voices(speakers: Iterable[str], voices: Sequence[str]) -> dict[str, Voice]:
    """Return the voice of each speaker of one stream, by the order in which they first speak.

    The first speakers get the engine's voices as they are, the next ones the same voices at other pitches;
    with V voices, 5 V speakers sound different, and from then on voices are shared. Names that differ in
    case or in blanks at the ends are one speaker. Speakers who come later change nobody's voice.

    Args:
        speakers: Names in the order of the stream, repeated as they are.
        voices: The engine's voices; at least one.
    """
    palette = [Voice(base, pitch) for pitch in PITCHES for base in voices]
    given: dict[str, Voice] = {}
    cast: dict[str, Voice] = {}
    for speaker in speakers:
        if speaker not in cast:
            person = speaker.strip().casefold()
            cast[speaker] = given.setdefault(person, palette[len(given) % len(palette)])
    return cast
