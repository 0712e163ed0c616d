"""Embeddings and reranking on a server, through the ledger."""

from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from local_server import LocalServer, StartServer

from streamrecall.errors import ModelError
from streamrecall.models.embedding_server import EmbeddingServer, decode_vector, encode_vector
from streamrecall.models.endpoints import Endpoints
from streamrecall.models.http_calls import HttpCalls
from streamrecall.models.ledger import CallLedger
from streamrecall.models.ledger_rows import RowFilter, read_rows
from streamrecall.models.remote_embedder import RemoteEmbedder
from streamrecall.models.reranker import RemoteReranker, RerankServer
from streamrecall.models.retry import Backoff

TEXTS = [f"text number {number}" for number in range(11)]


def http(server: LocalServer) -> HttpCalls:
    return HttpCalls(Endpoints([server.url], rest_seconds=0), Backoff(12, 0.01, 0.05))


def expected(text: str) -> np.ndarray:
    vector = np.array([byte / 255 for byte in sha256(text.encode()).digest()[:8]])
    return vector / np.linalg.norm(vector)


def test_vectors_are_unit_rows_in_order_and_paid_for_once(start_server: StartServer, tmp_path: Path) -> None:
    server = start_server("--share", "0.2")
    with CallLedger(tmp_path / "calls.sqlite") as ledger:
        embedder = RemoteEmbedder(EmbeddingServer("embed", http(server), batch_size=3), ledger)
        vectors = embedder.embed(TEXTS)
        np.testing.assert_allclose(vectors, [expected(text) for text in TEXTS], atol=1e-6)
        assert (vectors.dtype, embedder.dimension) == (np.float32, 8)
        asked = server.counts()["answers"]
        assert sum(asked.values()) == 4
        np.testing.assert_array_equal(embedder.embed(TEXTS[::-1]), vectors[::-1])
        assert server.counts()["answers"] == asked
        assert len(list(read_rows(ledger, RowFilter(kind="embed")))) == len(TEXTS)
        assert sum(row.tokens_in for row in read_rows(ledger)) == 3 * len(TEXTS)


def test_queries_carry_their_instruction(start_server: StartServer, tmp_path: Path) -> None:
    with CallLedger(tmp_path / "calls.sqlite") as ledger:
        server = EmbeddingServer("embed", http(start_server()), revision="r")
        embedder = RemoteEmbedder(server, ledger, query_instruction="Query: ")
        np.testing.assert_allclose(embedder.embed(["a"], "query")[0], expected("Query: a"), atol=1e-6)
        np.testing.assert_allclose(embedder.embed(["a"])[0], expected("a"), atol=1e-6)
        assert embedder.revision == "r|Query: "
        assert embedder.embed([]).shape == (0, 8)


def test_an_unreachable_server_is_an_error(start_server: StartServer, tmp_path: Path) -> None:
    server = start_server()
    server.kill()
    calls = HttpCalls(Endpoints([server.url]), Backoff(2, 0.01, 0.01))
    with CallLedger(tmp_path / "calls.sqlite") as ledger, pytest.raises(ModelError, match="got no answer"):
        RemoteEmbedder(EmbeddingServer("embed", calls), ledger).embed(["a"])


def test_vectors_survive_their_text_form() -> None:
    vector = np.array([0.1, -3e-9, 1e30, 0], dtype=np.float32)
    np.testing.assert_array_equal(decode_vector(encode_vector(vector.tolist())), vector)


def test_documents_are_scored_in_their_order_and_paid_for_once(
    start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server()
    documents = ["the red boat", "a green car", "a red car"]
    with CallLedger(tmp_path / "calls.sqlite") as ledger:
        reranker = RemoteReranker(RerankServer("rank", http(server)), ledger)
        assert reranker.scores("red car", documents) == [0.5, 0.5, 1.0]
        assert reranker.scores("red car", documents[::-1]) == [1.0, 0.5, 0.5]
        assert sum(server.counts()["answers"].values()) == 1
