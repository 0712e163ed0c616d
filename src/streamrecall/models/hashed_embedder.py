"""A deterministic embedder without weights: hashed words and character n-grams."""

from __future__ import annotations

import math
import re
import unicodedata
import zlib
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from streamrecall.ports import Vectors

_NGRAMS = (3, 4, 5)
_WORD_SHARE = 0.5
_FULL_LENGTH = 6  # shorter words, most of them function words, weigh less
_WORD = re.compile(r"[^\W_]+|[^\w\s]")


class HashedEmbedder:
    """Feature hashing of words and of their character 3- to 5-grams; similar spelling, not similar meaning.

    For tests and for installations without model weights. A text's vector does not depend on the batch it
    comes in, bit for bit.

    Args:
        dimension: Length of a vector.
    """

    def __init__(self, dimension: int = 512) -> None:
        self.name = "hashed words and character n-grams"
        self.revision = f"2/{dimension}"
        self.dimension = dimension

    def embed(self, texts: Sequence[str], kind: Literal["passage", "query"] = "passage") -> Vectors:
        """Return one unit row per text; queries and passages are treated alike."""
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[:] = self._vector(text)
        return rows

    def _vector(self, text: str) -> npt.NDArray[np.float64]:
        vector = np.zeros(self.dimension)
        words = _WORD.findall(unicodedata.normalize("NFKC", text).lower())
        for word, count in Counter(words).items():
            weight = (1 + math.log(count)) * min(len(word), _FULL_LENGTH) / _FULL_LENGTH
            buckets, values = _features(word, self.dimension)
            np.add.at(vector, buckets, weight * values)
        norm = float(np.linalg.norm(vector))
        if norm == 0.0:  # nothing to hash, or features that cancel: one fixed direction
            vector[0] = 1.0
            return vector
        return vector / norm


@lru_cache(maxsize=50_000)
def _features(word: str, dimension: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Return the buckets of a word and its n-grams and their signed weights, of length 1 together."""
    marked = f"<{word}>"
    ngrams = [marked[i : i + n] for n in _NGRAMS for i in range(len(marked) - n + 1)]
    features = [("w" + word, math.sqrt(_WORD_SHARE))]
    features += [("n" + ngram, math.sqrt((1 - _WORD_SHARE) / len(ngrams))) for ngram in ngrams]
    hashes = [zlib.crc32(feature.encode("utf-8", "surrogatepass")) for feature, _ in features]
    buckets = np.array([(h >> 1) % dimension for h in hashes], dtype=np.int64)
    values = np.array([w if h & 1 else -w for h, (_, w) in zip(hashes, features, strict=True)])
    return buckets, values
