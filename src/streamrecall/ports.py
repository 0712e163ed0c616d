"""The contracts between rooms. Each port has an offline implementation and may have model-backed ones.

Offline means: no network, no GPU, deterministic, and named as what it is in every table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from streamrecall.records import Cue, DetectedGap, Memory, Summary, Turn, Window

Vectors = npt.NDArray[np.float32]
"""Shape (texts, dimension), rows of unit length."""


class StreamMemory(Protocol):
    """Watches one dialogue and answers cues from what it has seen.

    ``observe`` appends; its cost is that of the new turns alone. ``recall`` never looks ahead: a memory
    that has observed turns at or beyond the cue's horizon raises ``LookAheadError``.
    """

    name: str

    def observe(self, turns: Sequence[Turn]) -> None:
        """Append turns of the dialogue, in order."""
        ...

    def recall(self, cue: Cue, budget: int) -> Memory:
        """Return a memory of at most ``budget`` cl100k_base tokens for the cue."""
        ...


class Embedder(Protocol):
    """Turns texts into unit vectors. Its properties may load the model."""

    @property
    def name(self) -> str:
        """The model's name, as tables print it."""
        ...

    @property
    def revision(self) -> str:
        """Identifies the weights and every setting that changes a vector."""
        ...

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        ...

    def embed(self, texts: Sequence[str], kind: Literal["passage", "query"] = "passage") -> Vectors:
        """Return one unit row per text; ``kind`` selects the model's query instruction."""
        ...


class GapDetector(Protocol):
    """Finds the salient utterances of a window that lean on what was said before it (section 4.1)."""

    name: str

    def detect(self, window: Window) -> tuple[DetectedGap, ...]:
        """Return the gaps, most confident first. Only the window is visible."""
        ...


class Summarizer(Protocol):
    """Summarises a window with a memory, or alone when the memory is empty (section 4.3)."""

    name: str

    def summarize(self, window: Window, memory: Memory) -> Summary:
        """Return the summary with the turns each sentence rests on."""
        ...
