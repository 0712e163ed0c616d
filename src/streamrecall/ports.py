"""The contracts between rooms. Each port has an offline implementation and may have model-backed ones.

Offline means: no network, no GPU, deterministic, and named as what it is in every table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from streamrecall.records import (
    Answer,
    ChatReply,
    ChatRequest,
    Cue,
    DetectedGap,
    Memory,
    Question,
    SemanticBlock,
    SpokenSegment,
    Summary,
    Triple,
    Turn,
    Window,
)

Vectors = npt.NDArray[np.float32]
"""Shape (texts, dimension), rows of unit length."""

Samples = npt.NDArray[np.float32]
"""One channel of 16 kHz audio, shape (samples,), values in [-1, 1]."""


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


class SceneEventSummarizer(Protocol):
    """Names what happened in a block and the broader scene it belongs to (ProStream, section 5.2).

    Attributes:
        reads_leading: Whether ``event`` may use the block's leading turns; they then count as sources.
    """

    name: str
    reads_leading: bool

    def event(self, block: SemanticBlock) -> str:
        """Return one short phrase that says what happened in the block."""
        ...

    def scene(self, event: str) -> str:
        """Return the scene category, broader than the event."""
        ...


@runtime_checkable
class BatchSceneEventSummarizer(SceneEventSummarizer, Protocol):
    """Names many blocks in one go, as a model on a server wants it; results are those of one by one."""

    def events(self, blocks: Sequence[SemanticBlock]) -> list[str]:
        """Return one phrase per block."""
        ...

    def scenes(self, events: Sequence[str]) -> list[str]:
        """Return one scene category per event."""
        ...


class EntityExtractor(Protocol):
    """Finds entities and relations in a block (ProStream, section 5.2)."""

    name: str

    def extract(self, block: SemanticBlock) -> tuple[Triple, ...]:
        """Return the triples of the block's own turns, in their order."""
        ...


class Answerer(Protocol):
    """Answers a question from a memory alone (ProStream, section 5.4)."""

    name: str

    def answer(self, question: Question, memory: Memory) -> Answer:
        """Return a direct answer without an introduction; it says so when the memory does not tell."""
        ...


class Transcriber(Protocol):
    """Turns speech into words (ProStream, section 5.1)."""

    name: str

    def transcribe(self, samples: Samples) -> tuple[SpokenSegment, ...]:
        """Return the speech of one channel in time order; silence gives nothing."""
        ...


class Synthesizer(Protocol):
    """Says words aloud, in voices that stay the same (ProStream, section 3.3)."""

    @property
    def name(self) -> str:
        """The engine's name, as tables print it."""
        ...

    @property
    def revision(self) -> str:
        """Identifies the engine, its weights and every setting that changes a sample."""
        ...

    @property
    def voices(self) -> tuple[str, ...]:
        """Its voices, in the order in which speakers get them; at least one."""
        ...

    def synthesize(self, text: str, voice: str) -> Samples:
        """Return the text as speech; nothing at all where it holds no word that the engine can say."""
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


class ChatModel(Protocol):
    """Answers chat requests; every engine and the call ledger in front of one speak this port."""

    name: str
    revision: str

    def complete(
        self,
        requests: Sequence[ChatRequest],
        on_reply: Callable[[int, ChatReply], None] | None = None,
    ) -> list[ChatReply]:
        """Return one reply per request, in the order of the requests.

        Args:
            requests: Independent calls; an engine may run them together.
            on_reply: Called with a request's position and its reply as soon as it is there, one call at
                a time. A call that failed for good is reported the same way.
        """
        ...

    def close(self) -> None:
        """Give back what the model holds: accelerator memory, connections. It may be used again."""
        ...
