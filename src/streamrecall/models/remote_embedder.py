"""An embedder behind an OpenAI-compatible ``/embeddings`` endpoint; each text is paid for once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from streamrecall.errors import ModelError
from streamrecall.models.embedding_server import KIND, EmbeddingServer, decode_vector
from streamrecall.models.ledger import CallLedger
from streamrecall.models.ledgered_model import LedgeredChatModel
from streamrecall.ports import Vectors
from streamrecall.records import ChatRequest, Message


class RemoteEmbedder:
    """Embeds on a server, through the call ledger.

    Args:
        server: The endpoint.
        ledger: Keeps the vectors.
        query_instruction: Put before queries, in the form the model was trained with.
    """

    def __init__(self, server: EmbeddingServer, ledger: CallLedger, query_instruction: str = "") -> None:
        self._model = LedgeredChatModel(server, ledger, kind=KIND)
        self._query_instruction = query_instruction
        self._dimension = 0

    @property
    def name(self) -> str:
        """The model's name on the server."""
        return self._model.name

    @property
    def revision(self) -> str:
        """The configured revision and the query instruction."""
        return "|".join(filter(None, (self._model.revision, self._query_instruction)))

    @property
    def dimension(self) -> int:
        """Length of a vector; asks for one the first time."""
        if not self._dimension:
            self.embed(["dimension"])
        return self._dimension

    def embed(self, texts: Sequence[str], kind: Literal["passage", "query"] = "passage") -> Vectors:
        """Return one unit row per text.

        Raises:
            ModelError: If a text could not be embedded.
        """
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        instruction = self._query_instruction if kind == "query" else ""
        requests = [ChatRequest((Message("user", instruction + text),)) for text in texts]
        replies = self._model.complete(requests)
        refused = [reply.error for reply in replies if not reply.answered]
        if refused:
            raise ModelError(
                f"{self.name}: {len(refused)} of {len(texts)} texts not embedded ({refused[0]})."
            )
        vectors = np.stack([decode_vector(reply.text) for reply in replies])
        self._dimension = vectors.shape[1]
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit: Vectors = (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)
        return unit
