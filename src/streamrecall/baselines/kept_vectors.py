"""Vectors of a structure's texts, each made once while the structure uses it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from streamrecall.ports import Embedder, Vectors


class KeptVectors:
    """Embeds what it has not seen, in one batch a call.

    Args:
        embedder: Makes the vectors.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._kept: dict[str, npt.NDArray[np.float32]] = {}

    def rows(self, texts: Sequence[str]) -> Vectors:
        """Return one unit row per text."""
        new = [text for text in dict.fromkeys(texts) if text not in self._kept]
        if new:
            self._kept |= dict(zip(new, self._embedder.embed(new), strict=True))
        if not texts:
            return np.empty((0, self._embedder.dimension), dtype=np.float32)
        return np.stack([self._kept[text] for text in texts])

    def keep_only(self, texts: Sequence[str]) -> None:
        """Forget every other text."""
        self._kept = {text: self._kept[text] for text in texts if text in self._kept}
