"""The embedder that the parameters name, behind its cache; a model is loaded once per process."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from streamrecall.models.embedding_cache import CachedEmbedder
from streamrecall.models.embedding_server import EmbeddingServer
from streamrecall.models.hashed_embedder import HashedEmbedder
from streamrecall.models.ledger import CallLedger
from streamrecall.models.minilm import MiniLM
from streamrecall.models.remote_embedder import RemoteEmbedder
from streamrecall.models.sentence_encoder import SentenceEncoder
from streamrecall.params import EncoderParameters
from streamrecall.ports import Embedder


def open_encoder(parameters: EncoderParameters) -> CachedEmbedder:
    """Return the configured embedder; vectors it has made before come from the cache."""
    return CachedEmbedder(_encoder(parameters), Path(parameters.cache))


@cache
def _encoder(parameters: EncoderParameters) -> Embedder:
    match parameters.kind:
        case "packaged-minilm":
            return MiniLM()
        case "hashed":
            return HashedEmbedder()
        case "openai":
            assert parameters.server is not None  # the parameters see to it
            server = EmbeddingServer(
                parameters.model,
                parameters.server.http_calls(),
                revision=parameters.revision,
                batch_size=parameters.batch_size,
            )
            return RemoteEmbedder(server, CallLedger(Path(parameters.ledger)), parameters.query_instruction)
        case "sentence-transformers":
            return SentenceEncoder(
                parameters.model,
                revision=parameters.revision or None,
                query_prompt=parameters.query_instruction,
                device=parameters.device or None,
                dtype=parameters.dtype or None,
                batch_size=parameters.batch_size,
                allow_download=parameters.allow_download,
            )
