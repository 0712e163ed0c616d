"""The embedder without weights."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrecall.models.hashed_embedder import HashedEmbedder

EMBEDDER = HashedEmbedder()


@settings(max_examples=50, deadline=None)
@given(st.lists(st.text(max_size=30), max_size=6))
def test_unit_rows_that_do_not_depend_on_the_batch(texts: list[str]) -> None:
    together = EMBEDDER.embed(texts)
    assert together.shape == (len(texts), EMBEDDER.dimension)
    assert together.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(together, axis=1), 1.0, rtol=1e-5)
    for row, text in zip(together, texts, strict=True):
        assert (HashedEmbedder().embed([text], kind="query")[0] == row).all()


def test_shared_words_and_shared_stems_are_closer_than_strangers() -> None:
    query, same, stem, other = EMBEDDER.embed(
        ["the adoption agency", "adoption agencies called", "adopting a child", "triple-A batteries"]
    )
    assert query @ same > query @ stem > query @ other
