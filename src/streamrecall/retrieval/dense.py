"""Exact cosine search over a growing array of vectors.

Brute force is the right index for one stream: below some 100,000 vectors it takes a few milliseconds at
most, and nothing has to be rebuilt when the stream grows.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from streamrecall.ports import Vectors
from streamrecall.retrieval.top_ranked import top_ranked


class DenseIndex:
    """Unit vectors in float32, in the order they were appended.

    Args:
        dimension: Length of a vector.
    """

    def __init__(self, dimension: int) -> None:
        self._rows: Vectors = np.empty((64, dimension), dtype=np.float32)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def append(self, vectors: Vectors) -> None:
        """Add rows of unit length, shape (new, dimension).

        Raises:
            ValueError: If the shape does not fit.
        """
        if vectors.ndim != 2 or vectors.shape[1] != self._rows.shape[1]:
            raise ValueError(f"expected vectors of shape (n, {self._rows.shape[1]}), got {vectors.shape}")
        needed = self._size + len(vectors)
        if needed > len(self._rows):
            grown = np.empty((max(needed, 2 * len(self._rows)), self._rows.shape[1]), dtype=np.float32)
            grown[: self._size] = self._rows[: self._size]
            self._rows = grown
        self._rows[self._size : needed] = vectors
        self._size = needed

    def truncate(self, size: int) -> None:
        """Take the rows from ``size`` on off again."""
        self._size = min(self._size, size)

    def similarities(
        self, query: npt.NDArray[np.float32], positions: Sequence[int] | None = None
    ) -> npt.NDArray[np.float32]:
        """Return the cosine of the query vector with every row, or with those at ``positions``."""
        rows = self._rows[: self._size]
        if positions is not None:
            rows = rows[np.asarray(positions, dtype=np.int64)]
        similarities: npt.NDArray[np.float32] = rows @ query
        return similarities

    def cosines(self, vectors: Vectors) -> npt.NDArray[np.float32]:
        """Return the cosine of each given unit row with every row, shape (given, rows)."""
        cosines: npt.NDArray[np.float32] = vectors @ self._rows[: self._size].T
        return cosines

    def search(self, query: npt.NDArray[np.float32], top: int) -> list[tuple[int, float]]:
        """Return the ``top`` most similar rows with their cosines; the lower of equals first."""
        scores = self.similarities(query)
        return [(int(i), float(scores[i])) for i in top_ranked(scores, top)]
