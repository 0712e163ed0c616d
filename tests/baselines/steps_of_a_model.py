"""A scripted model behind the prompts of the baselines, for tests of the steps it takes."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np

from streamrecall.models.replies.prompted_model import PromptedModel
from streamrecall.models.scripted import Script, ScriptedModel
from streamrecall.ports import Vectors

PROMPTS = Path(__file__).resolve().parents[2] / "conf" / "base" / "prompts"


def prompted(script: Script, retries: int = 1) -> tuple[PromptedModel, ScriptedModel]:
    model = ScriptedModel(script)
    return PromptedModel(model, PROMPTS, retries=retries), model


class GivenVectors:
    """An embedder whose vectors were chosen by how a text begins."""

    name = "given vectors"
    revision = "1"

    def __init__(self, vectors: dict[str, Sequence[float]]) -> None:
        self._vectors = vectors
        self.dimension = len(next(iter(vectors.values())))

    def embed(self, texts: Sequence[str], kind: Literal["passage", "query"] = "passage") -> Vectors:
        rows = [next(row for words, row in self._vectors.items() if text.startswith(words)) for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(texts), self.dimension)
