"""Any sentence-transformers model as an embedder, such as the paper's Qwen3-Embedding-0.6B."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from streamrecall.errors import ModelError
from streamrecall.ports import Vectors

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer


class SentenceEncoder:
    """Embeds with a sentence-transformers model; the model is loaded when it is first needed.

    A text longer than the model reads is not cut: it goes through in pieces of equal size, and its vector is
    the mean of theirs, weighted by their tokens.

    Args:
        model: A folder, or a model's name on the hub.
        revision: Commit or tag of a hub model; give one for results that can be repeated.
        query_prompt: Instruction put before queries (not before passages).
        device: ``cpu``, ``cuda``, ...; by default the best there is.
        dtype: Weight type such as ``bfloat16``; the model's own by default.
        batch_size: Pieces per forward pass.
        max_length: Tokens the model reads at once; its own limit by default.
        allow_download: Fetch a hub model that is not on this machine.
    """

    def __init__(
        self,
        model: str | Path,
        *,
        revision: str | None = None,
        query_prompt: str = "",
        device: str | None = None,
        dtype: str | None = None,
        batch_size: int = 32,
        max_length: int | None = None,
        allow_download: bool = False,
    ) -> None:
        self._source = str(model)
        self._revision = revision
        self._query_prompt = query_prompt
        self._device = device
        self._dtype = dtype
        self._batch_size = batch_size
        self._max_length = max_length
        self._allow_download = allow_download
        self._model: SentenceTransformer | None = None
        self.name = Path(model).name if Path(model).is_dir() else str(model)

    @cached_property
    def revision(self) -> str:
        """Identifies the weights and every setting that changes a vector."""
        settings = json.dumps([self._query_prompt, self._dtype, self._max_length, "pieces"])
        return f"{self._weights_revision()}/{hashlib.sha256(settings.encode()).hexdigest()[:8]}"

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        dimension = self._loaded().get_embedding_dimension()
        if dimension is None:
            raise ModelError(
                f"{self._source!r} does not say how long its vectors are; it is no sentence encoder"
            )
        return int(dimension)

    def embed(self, texts: Sequence[str], kind: Literal["passage", "query"] = "passage") -> Vectors:
        """Return one unit row per text.

        Raises:
            ModelError: If the model cannot be loaded.
        """
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        prompt = self._query_prompt if kind == "query" else ""
        pieces = [
            (owner, piece, tokens)
            for owner, text in enumerate(texts)
            for piece, tokens in self._pieces(prompt, text)
        ]
        if not pieces:
            return rows
        owners, piece_texts, tokens = zip(*pieces, strict=True)
        vectors = self._loaded().encode(
            list(piece_texts),
            prompt=prompt or None,
            batch_size=self._batch_size,
            normalize_embeddings=True,
            convert_to_numpy=True,
            show_progress_bar=False,
        )
        np.add.at(rows, list(owners), np.asarray(tokens, dtype=np.float32)[:, None] * vectors)
        unit: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return unit

    def _pieces(self, prompt: str, text: str) -> list[tuple[str, int]]:
        """Cut a text between tokens into pieces the model can read, each with its number of tokens."""
        text = text.encode("utf-8", "replace").decode("utf-8")  # a lone surrogate has no tokens
        limit = self._loaded().max_seq_length
        starts = [start for start, _ in self._tokenize(text, add_special_tokens=False)["offset_mapping"]]
        if limit is None or not starts:
            return [(text, max(1, len(starts)))]
        reserved = len(self._tokenize(prompt)["input_ids"])  # the prompt and the special tokens
        count = -(-len(starts) // max(1, limit - reserved))
        bounds = [len(starts) * i // count for i in range(count + 1)]
        starts = [0, *starts[1:], len(text)]
        return [(text[starts[a] : starts[b]], b - a) for a, b in pairwise(bounds)]

    def _tokenize(self, text: str, **options: bool) -> Any:
        tokenizer: Any = self._loaded().tokenizer
        return tokenizer(text, truncation=False, return_offsets_mapping=True, verbose=False, **options)

    def _weights_revision(self) -> str:
        folder = Path(self._source)
        if folder.is_dir():
            digest = hashlib.sha256()
            for file in sorted(folder.rglob("*.safetensors")):
                with file.open("rb") as stream:
                    digest.update(hashlib.file_digest(stream, "sha256").digest())
            return digest.hexdigest()[:12]
        transformer: Any = self._loaded()[0]
        return self._revision or str(getattr(transformer.auto_model.config, "_commit_hash", "unknown"))

    def _loaded(self) -> SentenceTransformer:
        if self._model is None:
            from sentence_transformers import SentenceTransformer  # noqa: PLC0415 - slow to import
            from transformers.utils.logging import disable_progress_bar  # noqa: PLC0415

            disable_progress_bar()  # type: ignore[no-untyped-call]  # it would write into the command's output
            try:
                self._model = SentenceTransformer(
                    self._source,
                    revision=self._revision,
                    device=self._device,
                    local_files_only=not self._allow_download,
                    trust_remote_code=False,
                    model_kwargs={} if self._dtype is None else {"dtype": self._dtype},
                )
            except (OSError, ValueError, RuntimeError) as error:
                raise ModelError(
                    f"the sentence encoder {self._source!r} cannot be loaded ({error}); name a folder that "
                    f"holds it, fetch it once with `hf download {self._source}`, or set allow_download"
                ) from error
            if self._max_length is not None:
                self._model.max_seq_length = self._max_length
        return self._model
