"""A synthesizer and a transcriber that understand each other: a text's code points as samples."""

import numpy as np

from streamrecall.models.sayable import sayable
from streamrecall.ports import Samples
from streamrecall.records import SpokenSegment

_SCALE = np.float32(1 << 17)  # above every code point that is said, so that samples stay below 1


class Mouth:
    """Says a text exactly; its voices sound alike. At another pitch it is not understood."""

    name = "mouth"
    revision = "1"
    voices = ("one", "two", "three")

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []

    def synthesize(self, text: str, voice: str) -> Samples:
        self.said.append((text, voice))
        return np.array([ord(c) for c in sayable(text)], np.float32) / _SCALE


class Ear:
    """Hears what ``Mouth`` said, but for the words it is deaf to."""

    name = "ear"

    def __init__(self, *deaf_to: str) -> None:
        self.deaf_to = deaf_to

    def transcribe(self, samples: Samples) -> tuple[SpokenSegment, ...]:
        words = "".join(chr(round(float(each * _SCALE))) for each in samples).split()
        heard = " ".join(word for word in words if word.strip(".,!?") not in self.deaf_to)
        return (SpokenSegment(0.0, 1.0, heard),) if heard else ()
