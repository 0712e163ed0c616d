"""Incremental BM25 against rank_bm25 built anew."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from streamrecall.retrieval.bm25 import IncrementalBM25

TERMS = st.sampled_from(["the", "a", "plan", "budget", "猫", "🎂", "x", "y", "z"])
DOCUMENTS = st.lists(st.lists(TERMS, max_size=8), max_size=14)
QUERIES = st.lists(TERMS, max_size=10)


def reference(documents: list[list[str]], query: list[str]) -> list[float]:
    if not any(documents):  # rank_bm25 divides by zero where no document has a word
        return [0.0] * len(documents)
    return list(BM25Okapi(documents).get_scores(query))


@settings(max_examples=60, deadline=None)
@given(DOCUMENTS, QUERIES)
def test_scores_equal_rank_bm25_on_every_prefix(documents: list[list[str]], query: list[str]) -> None:
    index = IncrementalBM25()
    for size, document in enumerate(documents, start=1):
        index.append(document)
        np.testing.assert_allclose(
            index.scores(query), reference(documents[:size], query), rtol=1e-12, atol=1e-12
        )


@settings(max_examples=60, deadline=None)
@given(DOCUMENTS, st.lists(st.lists(TERMS, max_size=8), max_size=6), QUERIES)
def test_a_document_taken_off_leaves_no_trace(
    documents: list[list[str]], tails: list[list[str]], query: list[str]
) -> None:
    index = IncrementalBM25()
    for document in documents:
        for tail in tails:
            index.append(tail)
            index.pop(tail)
        index.append(document)
    for tail in tails:
        index.append(tail)
        expected = reference([*documents, tail], query)
        np.testing.assert_allclose(index.scores(query), expected, rtol=1e-12, atol=1e-12)
        index.pop(tail)
    assert len(index) == len(documents)


@settings(max_examples=60, deadline=None)
@given(DOCUMENTS.filter(len), st.data(), QUERIES)
def test_a_document_in_the_place_of_another_leaves_no_trace_of_it(
    documents: list[list[str]], data: st.DataObject, query: list[str]
) -> None:
    index = IncrementalBM25()
    for document in documents:
        index.append(document)
    for _ in range(3):
        number = data.draw(st.integers(0, len(documents) - 1))
        new = data.draw(st.lists(TERMS, max_size=8))
        index.replace(number, documents[number], new)
        documents = [*documents[:number], new, *documents[number + 1 :]]
    index.append(["the", "x"])
    expected = reference([*documents, ["the", "x"]], query)
    np.testing.assert_allclose(index.scores(query), expected, rtol=1e-12, atol=1e-12)


@settings(max_examples=60, deadline=None)
@given(DOCUMENTS, QUERIES, st.integers(0, 5))
def test_search_ranks_the_documents_that_share_a_word(
    documents: list[list[str]], query: list[str], top: int
) -> None:
    index = IncrementalBM25()
    for document in documents:
        index.append(document)
    scores = index.scores(query)
    sharing = [i for i, document in enumerate(documents) if set(document) & set(query)]
    assert index.search(query, top) == [
        (i, scores[i]) for i in sorted(sharing, key=lambda i: (-scores[i], i))[:top]
    ]


def test_parameters_reach_the_score() -> None:
    documents = [["a", "b"], ["a", "c", "c"], ["d"], ["e", "f"]]
    index = IncrementalBM25(k1=1.2, b=0.4, epsilon=0.1)
    for document in documents:
        index.append(document)
    other = BM25Okapi(documents, k1=1.2, b=0.4, epsilon=0.1)
    np.testing.assert_allclose(index.scores(["a", "c"]), other.get_scores(["a", "c"]), rtol=1e-12)
