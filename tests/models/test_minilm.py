"""The embedded sentence encoder against sentence-transformers on the same weights."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from streamrecall.errors import ModelError
from streamrecall.models.minilm import MiniLM, packaged_folder
from streamrecall.models.sentence_encoder import SentenceEncoder

TEXTS = [
    "Ana: the adoption agency called back today",
    "the agency got in touch about adopting",
    "triple-A batteries make the remote chunky",
    "明日の会議は延期です 🎂",
    "",
    "\ud800",
]
LONG = " ".join(f"Item {i} of the very long agenda was moved to another day." for i in range(60))


@pytest.fixture(scope="session")
def reference() -> SentenceEncoder:
    return SentenceEncoder(packaged_folder(), device="cpu")


def test_vectors_equal_those_of_sentence_transformers(minilm: MiniLM, reference: SentenceEncoder) -> None:
    ours, theirs = minilm.embed(TEXTS), reference.embed(TEXTS)
    assert ours.dtype == np.float32 and ours.shape == (6, minilm.dimension) == theirs.shape
    np.testing.assert_allclose(ours, theirs, atol=2e-6)
    np.testing.assert_allclose(np.linalg.norm(ours, axis=1), 1.0, rtol=1e-5)


def test_meaning_is_closer_than_another_topic(minilm: MiniLM) -> None:
    first, paraphrase, other, *_ = minilm.embed(TEXTS)
    assert float(first @ paraphrase) > float(first @ other) + 0.3


def test_a_vector_does_not_depend_on_its_batch(minilm: MiniLM) -> None:
    together = minilm.embed(TEXTS)
    assert all((minilm.embed([text])[0] == row).all() for text, row in zip(TEXTS, together, strict=True))


@pytest.mark.parametrize("encoder", ["minilm", "reference"])
def test_the_end_of_a_long_text_counts(encoder: str, request: pytest.FixtureRequest) -> None:
    embedder: MiniLM | SentenceEncoder = request.getfixturevalue(encoder)
    plain, changed, query = embedder.embed([LONG, LONG + " Oslo is lovely." * 200, "Oslo is lovely."])
    assert changed @ query > plain @ query + 0.1


def test_pieces_of_a_long_text_cover_it_and_fit_the_model(reference: SentenceEncoder) -> None:
    pieces = reference._pieces("", LONG)
    assert "".join(piece for piece, _ in pieces) == LONG
    assert len(pieces) > 1
    assert max(tokens for _, tokens in pieces) <= 254


def test_a_query_prompt_changes_queries_alone(reference: SentenceEncoder) -> None:
    prompted = SentenceEncoder(packaged_folder(), device="cpu", query_prompt="find the earlier message: ")
    np.testing.assert_allclose(prompted.embed(TEXTS[:1]), reference.embed(TEXTS[:1]), atol=2e-6)
    assert not np.allclose(prompted.embed(TEXTS[:1], "query"), reference.embed(TEXTS[:1], "query"), atol=1e-3)
    assert prompted.revision != reference.revision


def test_other_weights_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(packaged_folder(), folder, ignore=shutil.ignore_patterns("*.safetensors"))
    with pytest.raises(ModelError, match="reinstall"):
        MiniLM(folder).embed(["x"])
    (folder / "model.safetensors").write_bytes(b"other weights")
    with pytest.raises(ModelError, match="sha256"):
        MiniLM(folder).embed(["x"])


def test_a_model_that_is_not_here_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="hf download"):
        SentenceEncoder(str(tmp_path / "nowhere")).embed(["x"])
