"""BM25 over a growing list of documents (Robertson and Zaragoza, 2009; ReMEMBER, section 4.1)."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from streamrecall.retrieval.top_ranked import top_ranked


class IncrementalBM25:
    """Scores equal ``rank_bm25.BM25Okapi`` built anew on the same documents, without building anew.

    A document costs its own words. The average idf, which sets the floor of common words, comes from a
    histogram of document frequencies instead of a walk over the vocabulary.

    Args:
        k1: Saturation of the term frequency.
        b: Strength of the length normalisation.
        epsilon: A negative idf is replaced by ``epsilon`` times the average idf.
    """

    def __init__(self, k1: float = 1.5, b: float = 0.75, epsilon: float = 0.25) -> None:
        self.k1 = k1
        self.b = b
        self.epsilon = epsilon
        self._postings: dict[str, array[int]] = {}  # term -> document, frequency, document, frequency, ...
        self._terms_by_df = array("q", [0])  # entry 0 is not read
        self._lengths = array("i")
        self._total_length = 0

    def __len__(self) -> int:
        return len(self._lengths)

    def append(self, document: Sequence[str]) -> None:
        """Add a document as the last one."""
        number = len(self._lengths)
        terms_by_df = self._terms_by_df
        terms_by_df.append(0)
        for term, frequency in Counter(document).items():
            postings = self._postings.get(term)
            if postings is None:
                postings = self._postings[term] = array("i")
            df = len(postings) // 2
            terms_by_df[df] -= 1
            terms_by_df[df + 1] += 1
            postings.append(number)
            postings.append(frequency)
        self._lengths.append(len(document))
        self._total_length += len(document)

    def pop(self, document: Sequence[str]) -> None:
        """Take the last document off again; ``document`` is what was appended.

        The unfinished chunk at the end of a stream is replaced this way while the stream grows.
        """
        for term in set(document):
            postings = self._postings[term]
            df = len(postings) // 2
            self._terms_by_df[df] -= 1
            self._terms_by_df[df - 1] += 1
            del postings[-2:]
            if not postings:
                del self._postings[term]
        self._terms_by_df.pop()
        self._lengths.pop()
        self._total_length -= len(document)

    def replace(self, number: int, old: Sequence[str], new: Sequence[str]) -> None:
        """Put a document in the place of another one; ``old`` is what stands there.

        Costs both documents' words and, per word, a search among the documents that have it.
        """
        before, after = Counter(old), Counter(new)
        terms_by_df = self._terms_by_df
        for term in {**before, **after}:
            postings = self._postings.setdefault(term, array("i"))
            df = len(postings) // 2
            place = 2 * bisect_left(postings[::2], number)
            if term in before and term in after:
                postings[place + 1] = after[term]
                continue
            terms_by_df[df] -= 1
            if term in after:
                terms_by_df[df + 1] += 1
                postings[place:place] = array("i", [number, after[term]])
                continue
            terms_by_df[df - 1] += 1
            del postings[place : place + 2]
            if not postings:
                del self._postings[term]
        self._total_length += len(new) - self._lengths[number]
        self._lengths[number] = len(new)

    def scores(self, query: Sequence[str]) -> npt.NDArray[np.float64]:
        """Return the score of every document; a word counts as often as the query says it."""
        return self._score(query)[0]

    def search(self, query: Sequence[str], top: int) -> list[tuple[int, float]]:
        """Return the best ``top`` documents that share a word with the query, with their scores.

        Equal scores keep the order of the documents.
        """
        scores, shares_word = self._score(query)
        return [
            (int(i), float(scores[i])) for i in top_ranked(scores, top, among=np.flatnonzero(shares_word))
        ]

    def _score(self, query: Sequence[str]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
        size = len(self._lengths)
        counts = {term: n for term, n in Counter(query).items() if term in self._postings}
        if not counts:
            return np.zeros(size), np.zeros(size, dtype=np.bool_)
        lists = [self._postings[term] for term in counts]
        documents, frequencies = np.frombuffer(b"".join(lists), dtype=np.intc).reshape(-1, 2).T
        sizes = np.fromiter(map(len, lists), dtype=np.int64, count=len(lists)) // 2
        idf = _idf(size, sizes)
        idf[idf < 0] = self.epsilon * self._average_idf()
        weights = np.repeat(idf * np.fromiter(counts.values(), dtype=np.float64, count=len(counts)), sizes)
        lengths = np.array(self._lengths, dtype=np.float64)
        norms = self.k1 * (1 - self.b + self.b * lengths * (size / max(self._total_length, 1)))
        gains = weights * frequencies * (self.k1 + 1) / (frequencies + norms[documents])
        shares_word = np.zeros(size, dtype=np.bool_)
        shares_word[documents] = True
        return np.bincount(documents, weights=gains, minlength=size).astype(
            np.float64, copy=False
        ), shares_word

    def _average_idf(self) -> float:
        terms = np.array(self._terms_by_df)[1:]
        frequencies = np.flatnonzero(terms) + 1
        terms = terms[frequencies - 1]
        return float(_idf(len(self._lengths), frequencies) @ terms) / float(terms.sum())


def _idf(documents: int, frequencies: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Return the Robertson-Sparck Jones weight, negative for terms of more than half the documents."""
    weights: npt.NDArray[np.float64] = np.log(documents - frequencies + 0.5) - np.log(frequencies + 0.5)
    return weights
