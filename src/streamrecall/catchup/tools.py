"""What does the work of a catch-up: a gap detector, a memory, an embedder, and at will a summarizer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from streamrecall.ports import Embedder, GapDetector, StreamMemory, Summarizer, Vectors

Comparison = Literal["minilm", "spelling"]


@dataclass(frozen=True, slots=True)
class Tools:
    """The parts a catch-up is made with.

    Attributes:
        detector: Finds what a window leaves unsaid.
        embedder: Compares the history with it.
        new_memory: Makes an empty memory for a conversation; the summarizer reads it.
        summarizer: Writes what happened; None quotes the most salient sentences.
        names: Role -> name, for the foot of every catch-up.
    """

    detector: GapDetector
    embedder: Embedder
    new_memory: Callable[[], StreamMemory]
    summarizer: Summarizer | None = None
    names: Mapping[str, str] = field(default_factory=dict)


def offline_tools(comparison: Comparison = "minilm") -> Tools:
    """Return tools that need no network and no model that writes.

    Args:
        comparison: ``minilm`` compares by meaning with the embedded encoder; ``spelling`` by hashed words
            and their parts, which is faster and finds less.
    """
    from streamrecall.models.hashed_embedder import HashedEmbedder  # noqa: PLC0415
    from streamrecall.models.minilm import MiniLM  # noqa: PLC0415
    from streamrecall.remember.gap_detector import RuleBasedGapDetector  # noqa: PLC0415
    from streamrecall.remember.memory import ReMEMBER  # noqa: PLC0415

    embedder = RememberedVectors(MiniLM() if comparison == "minilm" else HashedEmbedder())
    detector = RuleBasedGapDetector()
    return Tools(
        detector=detector,
        embedder=embedder,
        new_memory=lambda: ReMEMBER(embedder, detector),
        names={
            "what happened": "quoted, the most salient sentences",
            "recovered context": "ReMEMBER's evidence model",
            "embedder": embedder.name,
            "gap detector": detector.name,
        },
    )


def endpoint_tools(
    base_url: str,
    model: str,
    *,
    prompts: Path,
    api_key_env: str | None = None,
    comparison: Comparison = "minilm",
) -> Tools:
    """Return tools whose model, on an OpenAI-compatible server, writes what happened.

    Everything else stays offline. The window and its memory are sent to the server.

    Args:
        base_url: Such as ``http://localhost:8000/v1``.
        model: The model's name on the server.
        prompts: The folder with ``summarize/memory_augmented.md`` and ``summarize/memory_free.md``.
        api_key_env: Name of the environment variable that holds the key.
        comparison: As in ``offline_tools``.

    Raises:
        ConfigError: If a prompt is missing, the address is none, or the variable is not set.
    """
    from streamrecall.models.endpoints import Endpoints  # noqa: PLC0415
    from streamrecall.models.http_calls import HttpCalls  # noqa: PLC0415
    from streamrecall.models.openai_server import OpenAIServer  # noqa: PLC0415
    from streamrecall.models.retry import Backoff  # noqa: PLC0415
    from streamrecall.remember.model_summarizer import ModelSummarizer  # noqa: PLC0415
    from streamrecall.text.prompts import load_prompt  # noqa: PLC0415

    tools = offline_tools(comparison)
    server = OpenAIServer(model, HttpCalls(Endpoints([base_url]), Backoff(), api_key_env))
    summarizer = ModelSummarizer(
        server,
        load_prompt(prompts, "summarize/memory_augmented"),
        load_prompt(prompts, "summarize/memory_free"),
    )
    names = {**tools.names, "what happened": f"written by {model}, sentences not borne out left out"}
    return replace(tools, summarizer=summarizer, names=names)


class RememberedVectors:
    """Keeps every vector of one process, so that the parts of a catch-up never embed a text twice.

    Args:
        embedder: Embeds what was not asked before.

    Attributes:
        embedded: Texts embedded so far.
    """

    def __init__(self, embedder: Embedder) -> None:
        self.name = embedder.name
        self.revision = embedder.revision
        self.dimension = embedder.dimension
        self.embedded = 0
        self._embedder = embedder
        self._vectors: dict[tuple[str, str], npt.NDArray[np.float32]] = {}

    def embed(self, texts: Sequence[str], kind: Literal["passage", "query"] = "passage") -> Vectors:
        """Return one unit row per text."""
        new = [text for text in dict.fromkeys(texts) if (kind, text) not in self._vectors]
        if new:
            self.embedded += len(new)
            for text, vector in zip(new, self._embedder.embed(new, kind), strict=True):
                self._vectors[kind, text] = vector
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[:] = self._vectors[kind, text]
        return rows
