"""What is left of a memory that searches a graph when the graph is taken away."""

from __future__ import annotations

from streamrecall.baselines.rag import RagMemory
from streamrecall.ports import Embedder
from streamrecall.text.chunks import CHUNK_OVERLAP, CHUNK_TOKENS


class DensePassages(RagMemory):
    """The passages alone, by dense search.

    Args:
        embedder: Makes the vectors.
        chunk_tokens: Tokens per chunk.
        chunk_overlap: Tokens a chunk shares with the one before.
        name: The name in tables.
    """

    def __init__(
        self,
        embedder: Embedder,
        chunk_tokens: int = CHUNK_TOKENS,
        chunk_overlap: int = CHUNK_OVERLAP,
        *,
        name: str,
    ) -> None:
        super().__init__(embedder, chunk_tokens, chunk_overlap)
        self.name = name
