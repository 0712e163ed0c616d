"""Evidence similarity: how near the context is to the evidence in meaning (ProStream, appendix B.3)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from streamrecall.ports import Embedder
from streamrecall.records import Memory


def evidence_similarity(memory: Memory, evidence: Sequence[str], embedder: Embedder) -> float | None:
    """Return the cosine of the memory and the evidence; 0 for an empty memory, None without evidence.

    Each is the mean of the vectors of its parts, items of the memory and turns of the evidence: encoders
    cut a text silently after 256 to 512 tokens, so a whole context must not be given to them at once.

    Args:
        memory: The context that the answer was made from.
        evidence: Texts of the evidence turns.
        embedder: The encoder to compare with.
    """
    texts = [text for text in evidence if text.strip()]
    if not texts:
        return None
    if not memory.items:
        return 0.0
    context = _mean(embedder, [item.text for item in memory.items])
    return float(context @ _mean(embedder, texts))


def _mean(embedder: Embedder, texts: Sequence[str]) -> npt.NDArray[np.float32]:
    mean: npt.NDArray[np.float32] = embedder.embed(texts).mean(axis=0)
    length = float(np.linalg.norm(mean))
    return mean / np.float32(length) if length > 0 else mean
