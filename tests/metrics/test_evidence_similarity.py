import numpy as np
import pytest

from streamrecall.metrics.evidence_similarity import evidence_similarity
from streamrecall.records import Memory, MemoryItem


class Axes:
    name = "axes"
    revision = ""
    dimension = 3

    def embed(self, texts, kind="passage"):
        return np.array([[float(text == axis) for axis in "xyz"] for text in texts], np.float32)


def memory(*texts):
    return Memory("m", tuple(MemoryItem(t, ("a",), 0, 1) for t in texts), len(texts), 100)


def test_by_hand():
    assert evidence_similarity(memory("x", "y"), ["x"], Axes()) == pytest.approx(0.5**0.5)
    assert evidence_similarity(memory("x", "y"), ["y", "x"], Axes()) == pytest.approx(1.0)
    assert evidence_similarity(memory("z"), ["y", "x"], Axes()) == pytest.approx(0.0)
    assert evidence_similarity(memory(), ["x"], Axes()) == 0.0
    assert evidence_similarity(memory("x"), ["", " "], Axes()) is None
