"""Every memory method by the name tables print."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from streamrecall.baselines.dense import DenseMemory
from streamrecall.baselines.full import FullMemory
from streamrecall.baselines.hybrid import HybridMemory
from streamrecall.baselines.ideal import IdealMemory
from streamrecall.baselines.no_memory import NoMemory
from streamrecall.baselines.recent import RecentMemory
from streamrecall.baselines.sparse import SparseMemory
from streamrecall.ports import Embedder, StreamMemory
from streamrecall.text.chunks import CHUNK_OVERLAP, CHUNK_TOKENS


@dataclass(frozen=True, slots=True)
class MemoryParts:
    """What a memory may be built from.

    Attributes:
        embedder: Makes the vectors of chunks, turns and queries.
        evidence: For each window or question id the annotated evidence turns; Ideal Memory alone reads it.
        chunk_tokens: Tokens per chunk.
        chunk_overlap: Tokens a chunk shares with the one before.
    """

    embedder: Embedder
    evidence: Mapping[str, Sequence[str]] = field(default_factory=dict)
    chunk_tokens: int = CHUNK_TOKENS
    chunk_overlap: int = CHUNK_OVERLAP


MEMORIES: dict[str, Callable[[MemoryParts], StreamMemory]] = {
    IdealMemory.name: lambda parts: IdealMemory(parts.evidence),
    NoMemory.name: lambda parts: NoMemory(),
    FullMemory.name: lambda parts: FullMemory(),
    RecentMemory.name: lambda parts: RecentMemory(),
    SparseMemory.name: lambda parts: SparseMemory(parts.chunk_tokens, parts.chunk_overlap),
    DenseMemory.name: lambda parts: DenseMemory(parts.embedder, parts.chunk_tokens, parts.chunk_overlap),
    HybridMemory.name: lambda parts: HybridMemory(parts.embedder, parts.chunk_tokens, parts.chunk_overlap),
}
"""A new, empty memory of each method; one memory watches one dialogue."""
